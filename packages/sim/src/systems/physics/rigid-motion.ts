import { compose, relativeTo, rotationOf, type Pose as PoseValue } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { add, cross, subtract, zero, type Vec3 } from "../../base/vec3.ts";
import { IsLink, IsModel } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { canonicalLinks } from "../../entities/canonical-link.ts";
import { partsBelow, topModelOf, worldPose } from "../../entities/find.ts";

/** The motion of a rigid body: m/s at a point of the world, and rad/s. */
export interface Twist {
  readonly at: Vec3;
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/** Returns the motion of a link; the world, entity 0, never moves. */
export function twistOf(world: World, link: Entity): Twist {
  if (link === noEntity) return { at: zero, linear: zero, angular: zero };
  return {
    at: worldPose(world, link),
    linear: world.get(link, WorldLinearVelocity) ?? zero,
    angular: world.get(link, WorldAngularVelocity) ?? zero,
  };
}

export function velocityAt({ at, linear, angular }: Twist, point: Vec3): Vec3 {
  return add(linear, cross(angular, subtract(point, at)));
}

/** Adds the change of motion of one rigid piece to links, so that they keep their motion relative to each other. */
export function addTwist(world: World, links: readonly Entity[], change: Twist): void {
  for (const link of links) {
    const { at, linear, angular } = twistOf(world, link);
    world.set(link, WorldLinearVelocity, add(linear, velocityAt(change, at)));
    world.set(link, WorldAngularVelocity, add(angular, change.angular));
  }
}

/**
 * Moves links as one piece by a motion in the world; their velocities, relative to `carrier`, turn with them. A model
 * whose canonical link is among them moves too, and its other links stay where they are.
 */
export function moveRigidly(world: World, links: readonly Entity[], motion: PoseValue, carrier: Twist): void {
  const turn = rotationOf(motion);
  const places = new Map<Entity, PoseValue>();
  const tops = new Set(links.map((link) => topModelOf(world, link)));
  for (const model of tops) {
    for (const link of partsBelow(world, model, IsLink)) places.set(link, worldPose(world, link));
  }
  const canonicalOf = canonicalLinks(world);
  const frames = [...tops].flatMap((model) => framesOf(world, model, canonicalOf));
  for (const link of links) {
    const { at, linear, angular } = twistOf(world, link);
    const moved = compose(motion, places.get(link)!);
    const slip = rotate(turn, subtract(linear, velocityAt(carrier, at)));
    places.set(link, moved);
    world.set(link, WorldLinearVelocity, add(velocityAt(carrier, moved), slip));
    const spin = rotate(turn, subtract(angular, carrier.angular));
    world.set(link, WorldAngularVelocity, add(carrier.angular, spin));
  }
  for (const { model, link, fromLink } of frames) {
    const place = compose(places.get(link)!, fromLink);
    const around = world.parentOf(model);
    if (world.has(around, IsModel)) world.set(model, Pose, relativeTo(worldPose(world, around), place));
    else if (links.includes(link)) world.set(model, Pose, place);
  }
  for (const [link, place] of places) {
    const model = world.parentOf(link);
    if (canonicalOf(model) !== link) world.set(link, Pose, relativeTo(worldPose(world, model), place));
  }
}

/** A model, the link that it follows, and its frame relative to that link. */
interface ModelFrame {
  readonly model: Entity;
  readonly link: Entity;
  readonly fromLink: PoseValue;
}

/**
 * Returns the frames of a model and of the models in it, parents first, without models that keep their pose in the
 * enclosing one.
 */
function framesOf(
  world: World,
  model: Entity,
  canonicalOf: (model: Entity) => Entity | undefined,
  around?: Entity,
): ModelFrame[] {
  const link = canonicalOf(model);
  const nested = world.childrenOf(model).filter((child) => world.has(child, IsModel));
  const below = nested.flatMap((child) => framesOf(world, child, canonicalOf, link));
  if (link === undefined || link === around) return below;
  return [{ model, link, fromLink: relativeTo(worldPose(world, link), worldPose(world, model)) }, ...below];
}
