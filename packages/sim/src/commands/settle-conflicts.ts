import type { orrery } from "@orrery/msgs";
import { touchedBy } from "./touched-by.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/** What is left of a pending command beside the others, and what its author is to be told. */
export interface Settled {
  readonly command: orrery.Command;
  /** Whose command had the last word on some of it, and which. */
  readonly overriddenBy: orrery.Command | undefined;
  /** Some of it is about something that is deleted. */
  readonly lostTo: orrery.Command | undefined;
}

/**
 * Several people's commands on one world: the last one to write a component has it, and what somebody deletes is gone, whoever else
 * did something to it before or after. What people do to their own is never a conflict. `world` is as it will be before the first.
 */
export function settleConflicts(world: World, root: Entity, commands: readonly orrery.Command[]): Settled[] {
  const touched = commands.map((command) => (command.edits ?? []).map((edit) => touchesOf(world, root, command, edit)));
  return commands.map((command, i) => {
    let lostTo: orrery.Command | undefined;
    const edits = (command.edits ?? []).filter((_edit, k) => {
      const loser = touched[i]![k]!;
      const winner = commands.find((other, j) => {
        if (other.author === command.author) return false;
        // Of two who delete the same, the first one does.
        return touched[j]!.some((them) => deletes(world, them, loser) && (!loser.isRemoval || j < i));
      });
      if (winner !== undefined && !loser.isRemoval) lostTo = winner;
      return winner === undefined;
    });
    const overriddenBy = commands.find(
      (other, j) =>
        j > i &&
        other.author !== command.author &&
        touched[j]!.some((them) => touched[i]!.some((us) => meet(us, them))),
    );
    return { command: { ...command, edits }, overriddenBy, lostTo };
  });
}

interface Touches {
  readonly keys: ReadonlySet<string>;
  readonly entities: readonly Entity[];
  readonly isRemoval: boolean;
}

function touchesOf(world: World, root: Entity, command: orrery.Command, edit: orrery.Edit): Touches {
  const keys = touchedBy(world, root, { ...command, edits: [edit] });
  const entities = [...keys].map((key) => Number(key.split("/")[0]) as Entity);
  return { keys, entities, isRemoval: edit.remove !== undefined };
}

function deletes(world: World, them: Touches, us: Touches): boolean {
  if (!them.isRemoval) return false;
  const gone = new Set(them.entities);
  return us.entities.some((entity) => isBelow(world, entity, gone));
}

function isBelow(world: World, entity: Entity, gone: ReadonlySet<Entity>): boolean {
  for (let at = entity; at !== noEntity; at = world.exists(at) ? world.parentOf(at) : noEntity) {
    if (gone.has(at)) return true;
  }
  return false;
}

function meet(us: Touches, them: Touches): boolean {
  return !us.isRemoval && !them.isRemoval && [...us.keys].some((key) => them.keys.has(key));
}
