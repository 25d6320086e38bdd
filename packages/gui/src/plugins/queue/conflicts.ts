import type { orrery } from "@orrery/msgs";
import { type Entity, type World } from "@orrery/sim";
import { resolveConflicts } from "@orrery/sim/host";

/** Why a pending command, or part of it, will be overridden. */
export interface Conflict {
  readonly kind: "deleted" | "overridden";
  /** The command that takes precedence, given by another person. */
  readonly winner: orrery.Command;
}

/**
 * Returns the pending commands that lose to another person's when the world resumes, by id. `world` has none of them
 * applied.
 */
export function conflictsOf(
  world: World,
  root: Entity,
  commands: readonly orrery.Command[],
): ReadonlyMap<string, Conflict> {
  const found = new Map<string, Conflict>();
  for (const { command, overriddenBy, lostTo } of resolveConflicts(world, root, commands)) {
    const { id = "" } = command;
    if (lostTo !== undefined) found.set(id, { kind: "deleted", winner: lostTo });
    else if (overriddenBy !== undefined) found.set(id, { kind: "overridden", winner: overriddenBy });
  }
  return found;
}

/** Words a conflict. `name` is undefined when the winner is the reader. */
export function conflictText({ kind }: Pick<Conflict, "kind">, name: string | undefined): string {
  const [verb, what] = kind === "deleted" ? ["delete", "it"] : ["change", "the same later"];
  return name === undefined ? `You ${verb} ${what}` : `${name} ${verb}s ${what}`;
}
