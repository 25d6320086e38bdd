import { compose, identityPose, relativeTo, type Pose as PoseData } from "../../base/pose.ts";
import { IsModel } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { LinkScene, ModelScene } from "../../scene/scene.ts";
import { partsNamed } from "../find.ts";
import type { JointZeros } from "../joint-zeros.ts";
import { stored } from "./stored.ts";

/** Moves models and links to where the joints of a saved world had moved them. */
export function moveFromZero(world: World, entity: Entity, scene: ModelScene | LinkScene): void {
  if (scene.moved !== undefined) world.set(entity, Pose, compose(scene.pose, scene.moved));
  if (!("links" in scene)) return;
  const named = partsNamed(world, entity);
  for (const part of [...scene.links.filter(({ moved }) => moved !== undefined), ...scene.models])
    moveFromZero(world, named.get(part.name)!, part);
}

/**
 * Returns the place of a model or link as it is written: its pose with all joints at zero, and how far it has moved
 * from there.
 */
export function savePlace(world: World, entity: Entity, zeros: JointZeros): Pick<LinkScene, "pose" | "moved"> {
  const now = stored(world, entity, Pose);
  if (!zeros.has(entity)) return { pose: now };
  const parent = world.parentOf(entity);
  const above = world.has(parent, IsModel) ? zeros.poseOf(parent) : identityPose;
  return placeOf(relativeTo(above, zeros.poseOf(entity)), now);
}

/** Returns the pose of something with all joints at zero, and its displacement from there. */
export function placeOf(pose: PoseData, now: PoseData): Pick<LinkScene, "pose" | "moved"> {
  const moved = relativeTo(pose, now);
  const isMoved = [moved.x, moved.y, moved.z, moved.qx, moved.qy, moved.qz].some((part) => Math.abs(part) > 1e-12);
  return isMoved ? { pose, moved } : { pose: now };
}
