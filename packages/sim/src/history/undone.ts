import type { Asker } from "./past-view.ts";
import type { Mark, Place } from "./stretch.ts";

/** A command that was undone, and the moment at which that happened. */
export interface Undone {
  readonly mark: Mark;
  readonly to: Place;
}

/**
 * Returns the commands that a jump undid. Redoing one leads to the next; redoing the last leads to where the line
 * ended.
 */
export function undoneOf(marks: readonly Mark[], { stretch, at }: Place): Undone[] {
  return marks.map((mark, i) => ({ mark, to: { stretch, at: marks[i + 1]?.at ?? at } })).toReversed();
}

/** Throws if another person's command has come before the one that the asker saw first in a list. */
export function checkFirst(listed: readonly Mark[], first: string, { author }: Asker): void {
  const seen = first === "" ? 0 : listed.findIndex(({ id }) => id === first);
  const other = listed.slice(0, Math.max(0, seen)).find((mark) => mark.author !== author);
  if (other === undefined) return;
  throw new Error(`${other.authorName || "somebody else"} has meanwhile done “${other.description}”; look again`);
}

export function whyNotListed(id: string, what: "undone" | "redone"): string {
  if (id === "") return `it does not say which command is to be ${what}`;
  return `the command ${id} is not among those that can be ${what}; perhaps somebody was faster`;
}
