import type { CommandLabel } from "./command-label.ts";
import type { Moment } from "./moment.ts";
import type { Mark, Stretch } from "./stretch.ts";

/** Returns a mark with a label's fields, except those that marks lack. */
export function markOf({ id, description, author, authorName }: CommandLabel, at: Moment): Mark {
  return { id, description, author, authorName, at };
}

/** Returns the marks of the line that leads to the end of a stretch, oldest first. */
export function marksOf(stretch: Stretch): Mark[] {
  return stretch.line().flatMap(({ marks }) => marks);
}
