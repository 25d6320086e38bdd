import type { orrery } from "@orrery/msgs";
import type { Nanoseconds } from "@orrery/sim";
import { nanosecondsOf, recordedOf, type PageMark, type PagePast, type RecordedJump } from "./read-past.ts";
import { timeText } from "../../ui/numbers/time-text.ts";

/** Returns what other people read about a jump: "Guest 2 went back 4.2 s: undid Move box_1". */
export function jumpText(jump: orrery.TimeJump, nameOf: (author: string, name: string) => string): string | undefined {
  const { cause = "UNKNOWN", author = "", author_name = "", description = "" } = jump;
  const who = nameOf(author, author_name);
  const to = nanosecondsOf(jump.to);
  const by = to - nanosecondsOf(jump.from);
  const way = `went ${by < 0 ? "back" : "forward"} ${timeText(Math.abs(by), 1)}`;
  // Less than this would read as 0.0 s.
  const hasMoved = Math.abs(by) >= HALF_TENTH_NS;
  switch (cause) {
    case "UNDO":
      return hasMoved ? `${who} ${way}: undid ${description}` : `${who} undid ${description}`;
    case "REDO":
      return hasMoved ? `${who} ${way}: redid ${description}` : `${who} redid ${description}`;
    case "GO_TO":
    case "SEEK":
      return `${who} went to ${timeText(to, 1)}`;
    case "RESET":
      return `${who} reset the world`;
    default:
      // Possibly a kind from a newer server.
      return undefined;
  }
}

/** Describes a recorded jump while its log is played: "In the log: Ada undid “Move box_1”, back to 2.5 s". */
export function recordedText(jump: orrery.TimeJump): string | undefined {
  const recorded = recordedOf(jump);
  const [from, to] = [nanosecondsOf(jump.from), nanosecondsOf(jump.to)];
  const way = to < from ? "back" : "forward";
  const deed = deedOf(recorded, way, (what) => `“${what}”`);
  if (deed === undefined) return undefined;
  if (recorded.cause === "GO_TO" || recorded.cause === "SEEK") return `In the log: ${deed} to ${timeText(to, 1)}`;
  const hasMoved = Math.abs(to - from) >= HALF_TENTH_NS;
  return `In the log: ${deed}${hasMoved ? `, ${way} to ${timeText(to, 1)}` : ""}`;
}

/** Describes a jump of the clock: "Ada undid Move box_1: 5.7 s → 2.5 s". */
export function leapText(
  { fromNs, jump }: { readonly fromNs: Nanoseconds; readonly jump: RecordedJump | undefined },
  toNs: Nanoseconds,
): string {
  const deed =
    jump === undefined ? "The clock was reset" : deedOf(jump, toNs < fromNs ? "back" : "forward", (what) => what);
  return `${deed ?? "Time jumped"}: ${timeText(fromNs, 1)} → ${timeText(toNs, 1)}`;
}

function deedOf(
  { cause, description, authorName }: RecordedJump,
  way: "back" | "forward",
  quoted: (what: string) => string,
): string | undefined {
  const who = authorName || "Somebody";
  const what = quoted(description || "a command");
  switch (cause) {
    case "UNDO":
      return `${who} undid ${what}`;
    case "REDO":
      return `${who} redid ${what}`;
    case "GO_TO":
    case "SEEK":
      return `${who} went ${way}`;
    case "RESET":
      return `${who} reset the world`;
    default:
      // Possibly a kind from a newer recorder.
      return undefined;
  }
}

/** Returns how many commands left the lists, and why. */
export function forgottenText(count: number, past: Pick<PagePast, "isOn" | "undo" | "commandLimit">): string {
  const what = count === 1 ? "1 command" : `${count} commands`;
  const isFull = past.commandLimit > 0 && past.undo.length >= past.commandLimit;
  const why = !past.isOn ? "history is off" : isFull ? `limit of ${past.commandLimit} commands` : "memory limit";
  return `${what} can no longer be undone (${why})`;
}

/** Returns an author's name for lists, such as "Guest 2". */
export function authorText({ authorName }: Pick<PageMark, "authorName">, isOwn: boolean): string {
  if (authorName === "") return isOwn ? "You" : "Somebody";
  return isOwn ? `${authorName} (you)` : authorName;
}

const HALF_TENTH_NS = 5e7;
