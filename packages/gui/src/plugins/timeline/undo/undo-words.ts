import type { Nanoseconds } from "@orrery/sim";
import type { PendingEntry } from "../../../client/pending-queue.ts";
import type { Mark } from "../past.ts";
import { timeText } from "../time-text.ts";

export type Way = "undo" | "redo";

/** What a press on a button or its key would do, in words; or why nothing. */
export type Next =
  | { readonly kind: "command"; readonly mark: Mark }
  /** An edit of one's own that waits for the world to go on. */
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
      return next satisfies never;
  }
}

/** For the tooltip; keys are added by the button. */
export function hintOf(way: Way, next: Next): string {
  return next.kind === "none" ? `${VERBS[way]}: ${next.reason}` : titleOf(way, next);
}

/** What choosing an entry of a list does: the first of it is number 1. */
export function jumpHint(way: Way, count: number): string {
  return `${VERBS[way]} ${count === 1 ? "1 command" : `${count} commands`}`;
}

/** Likewise of edits that wait. */
export function withdrawHint(count: number): string {
  return `Withdraw ${count === 1 ? "1 edit that waits" : `${count} edits that wait`}`;
}

/** In the list of what can be undone. */
export function waitsText({ command: { description = "" } }: Pick<PendingEntry, "command">): string {
  return `waits: ${description}`;
}

/** Where nothing has been done; `waiting` edits may be about to be. */
export function bareText(waiting: number, refusal?: string): string {
  if (waiting === 0) {
    return `Nothing has been done yet. Commands appear here as marks; ${
      refusal === undefined ? "drag the cursor to go back in time." : `you cannot go back in time: ${refusal}.`
    }`;
  }
  const [subject, verb] =
    waiting === 1 ? ["1 edit waits", "becomes a mark"] : [`${waiting} edits wait`, "become marks"];
  return `${subject} for play, and then ${verb} here. Nothing else has been done yet.`;
}

/** Says which moment of the past is shown, and what Run would do. */
export function pastBarText(nowNs: Nanoseconds, aheadNs: Nanoseconds): string {
  // After a reset of the clock the two times do not compare.
  const back = aheadNs > nowNs ? `, ${timeText(aheadNs - nowNs, 1)} back` : "";
  return `In the past: ${timeText(nowNs, 1)}${back}. Run begins a branch`;
}

/** The question before commands of others are undone. */
export function questionOf(undone: readonly Mark[], nameOf: (mark: Mark) => string, isOwn: (mark: Mark) => boolean) {
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
