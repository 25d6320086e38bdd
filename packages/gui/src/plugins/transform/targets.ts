import { scopedName, topModelOf, type Entity, type Pose, type World } from "@orrery/sim";
import { moveEdit, nameThings, scaleEdit } from "@orrery/sim/host";
import type { orrery } from "@orrery/msgs";
import { IsLight, IsModel } from "@orrery/sim/components";
import { isSamePose, type Placement, type Thing } from "./gizmo/motion.ts";

/**
 * Returns what the tools move for a selection: the models and lights directly below the world that contain it, each
 * once.
 */
export function targetsOf(world: World, chosen: readonly Entity[]): readonly Entity[] {
  const tops = chosen.filter((entity) => world.exists(entity)).map((entity) => topModelOf(world, entity));
  return [...new Set(tops)].filter((top) => world.has(top, IsModel) || world.has(top, IsLight));
}

export function thingOf(world: World, entity: Entity, pose: Pose): Thing {
  return {
    entity,
    // A getter, because the name is hardly ever needed, and a frame may have thousands of things.
    get name() {
      return scopedName(world, entity);
    },
    pose,
    hasSize: world.has(entity, IsModel),
  };
}

/** Returns a command's name: "Move box_1", "Move 3 models". */
export function commandName(world: World, verb: string, things: readonly Thing[]): string {
  const entities = things.map(({ entity }) => entity);
  return `${verb} ${nameThings(world, entities)}`;
}

/** Returns the edits that move things to their targets, without those already there. */
export function editsOf(things: readonly Thing[], placements: readonly Placement[]): readonly orrery.Edit[] {
  const before = new Map(things.map(({ entity, pose }) => [entity, pose]));
  return placements.flatMap(({ entity, pose, factors }) => {
    const from = before.get(entity);
    const isMoved = from === undefined || !isSamePose(from, pose);
    const isGrown = factors !== undefined && (factors.x !== 1 || factors.y !== 1 || factors.z !== 1);
    return [...(isGrown ? [scaleEdit(entity, factors)] : []), ...(isMoved ? [moveEdit(entity, pose)] : [])];
  });
}

/**
 * Returns a note about which model the tools move instead of a selected part; `undefined` when the selection itself is
 * moved.
 */
export function partNote(world: World, chosen: readonly Entity[]): string | undefined {
  const part = chosen.find((entity) => world.exists(entity) && topModelOf(world, entity) !== entity);
  if (part === undefined) return undefined;
  const [name, top] = [scopedName(world, part), scopedName(world, topModelOf(world, part))];
  return `Tools move whole models: ${name} belongs to ${top}`;
}
