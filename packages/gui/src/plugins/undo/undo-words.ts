import { assertNever } from "@orrery/sim/host";
import type { PendingEntry } from "../../client/editing/pending-queue.ts";
import type { PageMark } from "./read-past.ts";
import { timeText } from "../../ui/numbers/time-text.ts";

export type Way = "undo" | "redo";

/** What a press on a button or its key would do, in words, or why it would do nothing. */
export type Next =
  | { readonly kind: "command"; readonly mark: PageMark }
  /** One's own edit that waits for the world to resume. */
  | { readonly kind: "pending"; readonly description: string }
  | { readonly kind: "none"; readonly reason: string };

export function titleOf(way: Way, next: Next): string {
  switch (next.kind) {
    case "command":
      return `${VERBS[way]} ${next.mark.description}`;
    case "pending":
      return `${way === "undo" ? "Withdraw" : "Bring back"} ${next.description}`;
    case "none":
      return VERBS[way];
    default:
      return assertNever(next);
  }
}

/** Returns the tooltip; the button adds the keys. */
export function hintOf(way: Way, next: Next): string {
  return next.kind === "none" ? `${VERBS[way]}: ${next.reason}` : titleOf(way, next);
}

/** Describes what choosing an entry of a list does; the first entry is number 1. */
export function jumpHint(way: Way, count: number): string {
  return `${VERBS[way]} ${count === 1 ? "1 command" : `${count} commands`}`;
}

/** Describes the same for waiting edits. */
export function withdrawHint(count: number): string {
  return `Withdraw ${count === 1 ? "1 waiting edit" : `${count} waiting edits`}`;
}

/** Describes a waiting edit in the list of what can be undone. */
export function waitsText({ command: { description = "" } }: Pick<PendingEntry, "command">): string {
  return `waits: ${description}`;
}

/** Returns the question to ask before undoing other people's commands. */
export function questionOf(
  undone: readonly PageMark[],
  nameOf: (mark: PageMark) => string,
  isOwn: (mark: PageMark) => boolean,
) {
  const foreign = undone.filter((mark) => !isOwn(mark));
  const [first] = foreign;
  const names = [...new Set(foreign.map(nameOf))];
  const whose = names.length <= 2 ? names.join(" and ") : `${names[0]} and ${names.length - 1} others`;
  const title =
    foreign.length === 1 ? `Undo “${first!.description}” of ${whose}?` : `Undo ${foreign.length} commands of ${whose}?`;
  const since = timeText(undone.at(-1)!.timeNs, 1);
  return { title, text: `The whole world goes back to ${since}, for everybody. It can be redone.` };
}

const VERBS = { undo: "Undo", redo: "Redo" } as const;
