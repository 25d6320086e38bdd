import type { orrery } from "@orrery/msgs";
import type { Entity } from "../ecs/entities.ts";
import type { CommandLabel } from "../history/command-label.ts";
import { targetOf } from "./prepare-edit.ts";

/** Assumed to be the largest number of entities of a creation. */
const MAX_MADE = 0x100000;

/** Returns the state of the world that the command's author saw. */
export function seenBy(command: orrery.Command): NonNullable<CommandLabel["seen"]> {
  return { timelineNumber: command.timeline ?? 0, entities: namedEntities(command) };
}

/** Returns the entities that a command names by id, except those that it creates itself. */
export function namedEntities({ edits = [] }: orrery.Command): Entity[] {
  const starts = edits.flatMap(({ create }) => (create?.first_id ? [create.first_id] : [])).sort((a, b) => a - b);
  const isOwn = (id: number): boolean => id - lastUpTo(starts, id) < MAX_MADE;
  const ids = edits.map((edit) => targetOf(edit)?.id ?? 0);
  return [...new Set(ids)].filter((id) => id !== 0 && !isOwn(id)) as Entity[];
}

/** Returns the largest of some sorted numbers that does not exceed a limit; −∞ if all exceed it. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= limit) from = middle + 1;
    else to = middle;
  }
  return sorted[from - 1] ?? -Infinity;
}
