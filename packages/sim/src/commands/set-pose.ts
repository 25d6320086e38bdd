import { relativeTo, rotationOf, type Pose as PoseValue } from "../base/pose.ts";
import { conjugate, multiply, rotate, type Quat } from "../base/quat.ts";
import { IsLink, IsWorld } from "../components/identity.ts";
import { JointLinks } from "../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
import { Pose } from "../components/pose.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { partsBelow, scopedName, worldPose } from "../scene/find.ts";

/** A model or light and where in the world it shall be. */
export interface Move {
  readonly entity: Entity;
  readonly pose: PoseValue;
}

/** Throws when a model is held by a joint to the world: the joint would only pull it back. */
export function checkMove(world: World, { entity }: Move): void {
  const links = new Set(partsBelow(world, entity, IsLink));
  for (const [joint, { parent, child }] of world.query(JointLinks)) {
    if (parent !== noEntity || !links.has(child as Entity)) continue;
    const [name, held] = [scopedName(world, joint), scopedName(world, entity)];
    throw new Error(`"${held}" cannot be moved: the joint "${name}" fixes it to the world`);
  }
}

/** Puts it there at once. Velocities keep their direction in the body, as in Gazebo: they turn along. */
export function applyMove(world: World, { entity, pose }: Move): void {
  const before = worldPose(world, entity);
  const parent = world.parentOf(entity);
  world.set(entity, Pose, world.has(parent, IsWorld) ? pose : relativeTo(worldPose(world, parent), pose));
  const turn = multiply(rotationOf(pose), conjugate(rotationOf(before)));
  // A body that is only shifted keeps its velocity to the bit.
  if (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z < 1e-24) return;
  for (const link of partsBelow(world, entity, IsLink)) turnVelocities(world, link, turn);
}

function turnVelocities(world: World, link: Entity, turn: Quat): void {
  for (const velocity of [WorldLinearVelocity, WorldAngularVelocity]) {
    const old = world.get(link, velocity);
    if (old !== undefined) world.set(link, velocity, rotate(turn, old));
  }
}
