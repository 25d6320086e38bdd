import type { orrery } from "@orrery/msgs";
import type { Entity } from "../ecs/entities.ts";
import type { CommandLabel } from "../history/command-label.ts";
import { targetOf } from "./prepare-edit.ts";

/** A creation is assumed to have at most this many entities. */
const MOST_MADE = 0x100000;

/** Returns which state of the world its author saw when giving it. */
export function seenBy(command: orrery.Command): NonNullable<CommandLabel["seen"]> {
  return { timeline: command.timeline ?? 0, entities: namedEntities(command) };
}

/** Returns the entities that a command names by their ids and that it does not make itself. */
export function namedEntities({ edits = [] }: orrery.Command): Entity[] {
  const starts = edits.flatMap(({ create }) => (create?.first_id ? [create.first_id] : [])).sort((a, b) => a - b);
  const isOwn = (id: number): boolean => id - lastUpTo(starts, id) < MOST_MADE;
  const ids = edits.map((edit) => targetOf(edit)?.id ?? 0);
  return [...new Set(ids)].filter((id) => id !== 0 && !isOwn(id)) as Entity[];
}

/** Returns the largest of some sorted numbers that is not above a limit; −∞ when all are above it. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= limit) from = middle + 1;
    else to = middle;
  }
  return sorted[from - 1] ?? -Infinity;
}
