import type { orrery } from "@orrery/msgs";
import { touchedBy } from "./touched-by.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** The part of a pending command that remains, and what to tell its author. */
export interface Resolved {
  readonly command: orrery.Command;
  /** Another person's command that overrides a part of it. */
  readonly overriddenBy: orrery.Command | undefined;
  /** The command that deletes something this one is about. */
  readonly lostTo: orrery.Command | undefined;
}

/**
 * Resolves conflicts between several people's commands on one world: the last command to write a component wins, and a
 * deleted entity is gone, whoever else changed it before or after. A person's own commands never conflict with each
 * other. `world` is the state before the first command. Takes time in proportion to what the commands touch, not to its
 * square.
 */
export function resolveConflicts(world: World, root: Entity, commands: readonly orrery.Command[]): Resolved[] {
  const touched = commands.map((command) => (command.edits ?? []).map((edit) => touchesOf(world, root, command, edit)));
  const overriddenBy = findLaterWriters(commands, touched);
  const removers = findRemovers(commands, touched);
  return commands.map((command, i) => {
    let lostTo: orrery.Command | undefined;
    const edits = (command.edits ?? []).filter((_edit, k) => {
      const { entities, isRemoval } = touched[i]![k]!;
      let winner = Infinity;
      for (const entity of entities) winner = Math.min(winner, removerOf(world, entity, removers, command.author));
      // If two commands delete the same entity, the first one does.
      const isLost = winner < (isRemoval ? i : Infinity);
      if (isLost && !isRemoval) lostTo = commands[winner];
      return !isLost;
    });
    return { command: { ...command, edits }, overriddenBy: overriddenBy[i], lostTo };
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

/** The nearest command in one direction, and the nearest one by a different author. */
interface Nearest {
  readonly at: number;
  readonly author: string | undefined;
  /** Infinity when there is none. */
  readonly ofOthers: number;
}

/** Returns the nearest commands after one more has been put in front of those seen so far. */
function closer(before: Nearest | undefined, at: number, author: string | undefined): Nearest {
  if (before === undefined) return { at, author, ofOthers: Infinity };
  return { at, author, ofOthers: before.author === author ? before.ofOthers : before.at };
}

function nearestOfOthers(nearest: Nearest | undefined, author: string | undefined): number {
  if (nearest === undefined) return Infinity;
  return nearest.author === author ? nearest.ofOthers : nearest.at;
}

/** Finds, for each command, the first later one by a different author that writes some of the same components. */
function findLaterWriters(
  commands: readonly orrery.Command[],
  touched: readonly (readonly Touches[])[],
): (orrery.Command | undefined)[] {
  const writers = new Map<string, Nearest>();
  const found: (orrery.Command | undefined)[] = [];
  for (let i = commands.length - 1; i >= 0; i--) {
    const { author } = commands[i]!;
    const keys = new Set(touched[i]!.flatMap(({ keys, isRemoval }) => (isRemoval ? [] : [...keys])));
    let first = Infinity;
    for (const key of keys) first = Math.min(first, nearestOfOthers(writers.get(key), author));
    for (const key of keys) writers.set(key, closer(writers.get(key), i, author));
    found[i] = commands[first];
  }
  return found;
}

function findRemovers(
  commands: readonly orrery.Command[],
  touched: readonly (readonly Touches[])[],
): ReadonlyMap<Entity, Nearest> {
  const removers = new Map<Entity, Nearest>();
  for (let i = commands.length - 1; i >= 0; i--) {
    const gone = new Set(touched[i]!.flatMap(({ entities, isRemoval }) => (isRemoval ? entities : [])));
    for (const entity of gone) removers.set(entity, closer(removers.get(entity), i, commands[i]!.author));
  }
  return removers;
}

/**
 * Returns the index of the first command by a different author that removes an entity or one of its ancestors; Infinity
 * if none does.
 */
function removerOf(
  world: World,
  entity: Entity,
  removers: ReadonlyMap<Entity, Nearest>,
  author: string | undefined,
): number {
  let first = Infinity;
  for (let at = entity; at !== noEntity; at = world.exists(at) ? world.parentOf(at) : noEntity)
    first = Math.min(first, nearestOfOthers(removers.get(at), author));
  return first;
}
