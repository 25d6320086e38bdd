import type { orrery } from "@orrery/msgs";
import { nanosecondsOf, type Mark, type Past } from "./past.ts";
import { timeText } from "./time-text.ts";

/** What the others are told of a jump: "Guest 2 went back 4.2 s: undid Move box_1". */
export function jumpText(jump: orrery.TimeJump, nameOf: (author: string, name: string) => string): string | undefined {
  const { cause = "UNKNOWN", author = "", author_name = "", description = "" } = jump;
  const who = nameOf(author, author_name);
  const to = nanosecondsOf(jump.to);
  const by = to - nanosecondsOf(jump.from);
  const way = `went ${by < 0 ? "back" : "on"} ${timeText(Math.abs(by), 1)}`;
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
      // Of a later server, perhaps.
      return undefined;
  }
}

/** What left the lists, and why. */
export function forgottenText(count: number, past: Pick<Past, "isOn" | "undo" | "commandLimit">): string {
  const what = count === 1 ? "1 command" : `${count} commands`;
  const isFull = past.commandLimit > 0 && past.undo.length >= past.commandLimit;
  const why = !past.isOn ? "history is off" : isFull ? `limit of ${past.commandLimit} commands` : "memory limit";
  return `${what} can be undone no more (${why})`;
}

/** "Guest 2", for lists. */
export function authorText({ authorName }: Pick<Mark, "authorName">, isOwn: boolean): string {
  if (authorName === "") return isOwn ? "You" : "Somebody";
  return isOwn ? `${authorName} (you)` : authorName;
}

const HALF_TENTH_NS = 5e7;
