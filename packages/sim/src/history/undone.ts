import type { Mark, Place } from "./stretch.ts";

/** A command that was undone, and the moment at which somebody did so. */
export interface Undone {
  readonly mark: Mark;
  readonly to: Place;
}

/** Returns the commands that a jump left undone: redoing one leads to the next, and redoing the last leads to where they ended. */
export function undoneOf(marks: readonly Mark[], { stretch, at }: Place): Undone[] {
  return marks.map((mark, i) => ({ mark, to: { stretch, at: marks[i + 1]?.at ?? at } })).toReversed();
}

export function whyNotListed(id: string, what: "undone" | "redone"): string {
  if (id === "") return `it does not say which command is to be ${what}`;
  return `the command ${id} is not among those that can be ${what}; perhaps somebody was faster`;
}
