import type { gz } from "@orrery/msgs";
import { compose, identityPose, relativeTo, rotationOf, type Pose as PoseValue } from "../../base/pose.ts";
import { conjugate, multiply, rotate } from "../../base/quat.ts";
import { IsLink, IsWorld } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, worldPose } from "../../entities/find.ts";
import { jointHoldProblem } from "../checks/fit-problems.ts";
import { findPlaced } from "../find-placed.ts";
import { fromPoseMessage } from "../../messages/pose-message.ts";
import { writing, type Prepared, type Write } from "../prepared.ts";

/** Moves a model or light to a pose in the world. */
export function preparePose(world: World, root: Entity, message: gz.Pose): Prepared {
  const entity = findPlaced(world, root, message);
  const pose = fromPoseMessage(message);
  const parent = world.parentOf(entity);
  return {
    writes: moveWrites(world, entity, world.has(parent, IsWorld) ? pose : relativeTo(worldPose(world, parent), pose)),
  };
}

/**
 * Moves a model or light at once to a pose relative to its parent. Velocities turn with the body, as in Gazebo. Throws
 * if a joint holds the model to the world, which would only pull it back.
 */
export function moveWrites(world: World, entity: Entity, pose: PoseValue): Write[] {
  const problem = jointHoldProblem(world, entity);
  if (problem !== undefined) throw new Error(problem);
  const before = worldPose(world, entity);
  const parent = world.parentOf(entity);
  const after = compose(parent === noEntity ? identityPose : worldPose(world, parent), pose);
  const turn = multiply(rotationOf(after), conjugate(rotationOf(before)));
  const writes = [writing(entity, Pose, pose)];
  // A body that is only shifted keeps its velocity to the bit.
  if (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z < 1e-24) return writes;
  for (const link of partsBelow(world, entity, IsLink)) {
    for (const velocity of [WorldLinearVelocity, WorldAngularVelocity]) {
      const old = world.get(link, velocity);
      if (old !== undefined) writes.push(writing(link, velocity, rotate(turn, old)));
    }
  }
  return writes;
}
