import { scopedName, topModelOf, type Entity, type Pose, type World } from "@orrery/sim";
import { moveEdit, nameThings, scaleEdit } from "@orrery/sim/host";
import type { orrery } from "@orrery/msgs";
import { IsLight, IsModel } from "@orrery/sim/components";
import { isSamePose, type Placement, type Thing } from "./gizmo/motion.ts";

/** What tools move when these are chosen: the models and lights of the world itself that they belong to, each once. */
export function targetsOf(world: World, chosen: readonly Entity[]): readonly Entity[] {
  const tops = chosen.filter((entity) => world.exists(entity)).map((entity) => topModelOf(world, entity));
  return [...new Set(tops)].filter((top) => world.has(top, IsModel) || world.has(top, IsLight));
}

export function thingOf(world: World, entity: Entity, pose: Pose): Thing {
  return {
    entity,
    // A getter: with thousands of things in a frame, the name is hardly ever needed.
    get name() {
      return scopedName(world, entity);
    },
    pose,
    hasSize: world.has(entity, IsModel),
  };
}

/** "Move box_1", "Move 3 models". */
export function commandName(world: World, verb: string, things: readonly Thing[]): string {
  const entities = things.map(({ entity }) => entity);
  return `${verb} ${nameThings(world, entities)}`;
}

/** Returns the edits that move things to their targets, without those that are there already. */
export function editsOf(things: readonly Thing[], placements: readonly Placement[]): readonly orrery.Edit[] {
  const before = new Map(things.map(({ entity, pose }) => [entity, pose]));
  return placements.flatMap(({ entity, pose, factors }) => {
    const from = before.get(entity);
    const isMoved = from === undefined || !isSamePose(from, pose);
    const isGrown = factors !== undefined && (factors.x !== 1 || factors.y !== 1 || factors.z !== 1);
    return [...(isGrown ? [scaleEdit(entity, factors)] : []), ...(isMoved ? [moveEdit(entity, pose)] : [])];
  });
}

/** Which model the tools move instead of a chosen part; `undefined` when all that is chosen is moved itself. */
export function partNote(world: World, chosen: readonly Entity[]): string | undefined {
  const part = chosen.find((entity) => world.exists(entity) && topModelOf(world, entity) !== entity);
  if (part === undefined) return undefined;
  const [name, top] = [scopedName(world, part), scopedName(world, topModelOf(world, part))];
  return `Tools move whole models: ${name} belongs to ${top}`;
}
