import { scopedName, worldPose, type Entity, type Pose, type World } from "@orrery/sim";
import { IsLight, IsLink, IsModel, IsStatic, JointLinks } from "@orrery/sim/components";
import { having, type Site } from "../random-edits/edit.ts";

/** Mostly few, because piles take long; never more than the last. */
const MAX_BODIES = [15, 25, 60];

/** Returns the top-level models not attached to the world, which people move about. */
export function loose({ world, root }: Site): Entity[] {
  const held = new Set(
    [...world.query(JointLinks)].filter(([, { parent }]) => parent === 0).map(([joint]) => world.parentOf(joint)),
  );
  return modelsOf(world, root).filter((model) => !world.has(model, IsStatic) && !held.has(model));
}

export function modelsOf(world: World, root: Entity): Entity[] {
  return world.childrenOf(root).filter((child) => world.has(child, IsModel));
}

export function lightsOf({ world }: Site): Entity[] {
  return having(world, IsLight);
}

export function hasRoom({ world, dice }: Site): boolean {
  return having(world, IsLink).length < dice.pick(MAX_BODIES);
}

/** Returns a pose away from the present one, but not far, and not below the ground. */
export function shifted({ world, dice }: Site, entity: Entity, distance = 1.5): Pose {
  const pose = worldPose(world, entity);
  const { x, y, z } = dice.vector(distance);
  const fold = (value: number): number => (Math.abs(value) > 6 ? value / 4 : value);
  return { ...pose, x: fold(pose.x + x), y: fold(pose.y + y), z: Math.min(4, Math.abs(pose.z + z)) };
}

export function nameOf({ world }: Site, entity: Entity): string {
  return scopedName(world, entity);
}

/** Picks any item; undefined if the list is empty. */
export function anyOf<T>({ dice }: Site, list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : dice.pick(list);
}
