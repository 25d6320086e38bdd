import { compose, identityPose, inverse, pose, rotationOf, type Pose } from "../../base/pose.ts";
import { multiply, rotate } from "../../base/quat.ts";
import { fromAxisAngle, fromRotationVector, TURN } from "../../base/rotation.ts";
import { add, isFiniteVec3, scale, subtract, vec3, zero, type Vec3 } from "../../base/vec3.ts";
import {
  JointChildFrame,
  JointLinks,
  JointParentFrame,
  JointPosition,
  JointPositionReset,
  JointType,
  JointVelocity,
  JointVelocityReset,
} from "../../components/joint.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import { JointSettings } from "../../components/saving.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPose } from "../../entities/find.ts";
import { childSideOf } from "../../entities/joint-side.ts";
import { axesOf } from "./describe-joint.ts";
import { spreadResets } from "./mimics.ts";
import { addTwist, moveRigidly, twistOf, velocityAt } from "./rigid-motion.ts";

/** Carries out a joint's request. If `act` throws, the message says why the request is impossible. */
export type Attempt = (joint: Entity, act: () => void) => void;

type Axes = { readonly axis1: number; readonly axis2: number; readonly axis3: number };

/**
 * Moves joints to where `JointPositionReset` and `JointVelocityReset` say, and removes these components. Everything
 * attached to the child moves along as one piece; speeds of other joints stay. An angle beyond half a turn is then read
 * without its full turns.
 */
export function applyJointResets(world: World, attempt: Attempt): void {
  // In a separate function, because creating closures costs memory in every step.
  if (world.query(JointPositionReset).count > 0 || world.query(JointVelocityReset).count > 0)
    resetJoints(world, attempt);
}

function resetJoints(world: World, attempt: Attempt): void {
  if (world.query(JointPositionReset).count > 0) spreadResets(world, JointPositionReset, JointPosition, true);
  if (world.query(JointVelocityReset).count > 0) spreadResets(world, JointVelocityReset, JointVelocity, false);
  consume(world, JointPositionReset, attempt, (joint, values) => {
    const { frame, childFrame, links, parent } = held(world, joint);
    const offset = offsetOf(world, joint, values);
    const wanted = compose(compose(frame, offset), inverse(childFrame));
    const child = worldPose(world, world.get(joint, JointLinks)!.child as Entity);
    moveRigidly(world, links, compose(wanted, inverse(child)), twistOf(world, parent));
    world.set(joint, JointPosition, values);
  });
  consume(world, JointVelocityReset, attempt, (joint, values) => {
    const { frame, childFrame, links, parent, child } = held(world, joint);
    const place = compose(worldPose(world, child), childFrame);
    const { linear, angular } = speedsOf(world, joint, values, frame, place);
    const [carrier, now] = [twistOf(world, parent), twistOf(world, child)];
    addTwist(world, links, {
      at: place,
      linear: subtract(add(velocityAt(carrier, place), linear), velocityAt(now, place)),
      angular: subtract(add(carrier.angular, angular), now.angular),
    });
    world.set(joint, JointVelocity, values);
  });
}

function consume(
  world: World,
  command: NumericComponent<Axes>,
  attempt: Attempt,
  act: (joint: Entity, values: Axes) => void,
): void {
  const asked = world.query(command);
  if (asked.count === 0) return;
  for (const joint of Array.from(asked.entities.subarray(0, asked.count)) as Entity[]) {
    const values = world.get(joint, command)!;
    world.unset(joint, command);
    attempt(joint, () => {
      if (!isFiniteVec3(vec3(values.axis1, values.axis2, values.axis3))) throw new Error("its reset is not finite");
      act(joint, values);
    });
  }
}

/** Returns the joint's frame on the parent's side, in the world, and everything that moves with its child. */
function held(world: World, joint: Entity) {
  const joined = world.get(joint, JointLinks);
  if (joined === undefined) throw new Error("it is no joint and cannot be reset");
  const [parent, child] = [joined.parent as Entity, joined.child as Entity];
  const side = childSideOf(world, joint);
  if ("reason" in side) throw new Error(side.reason);
  const above = parent === noEntity ? identityPose : worldPose(world, parent);
  return {
    parent,
    child,
    links: side.links,
    frame: compose(above, world.get(joint, JointParentFrame) ?? identityPose),
    childFrame: world.get(joint, JointChildFrame) ?? identityPose,
  };
}

/** Returns the child's side of the joint relative to the parent's side. */
function offsetOf(world: World, joint: Entity, { axis1, axis2, axis3 }: Axes): Pose {
  const [first, second] = axesOf(world, joint);
  switch (world.get(joint, JointType)) {
    case "prismatic":
      return pose(scale(first!.xyz, axis1), rotationOf(identityPose));
    case "revolute":
    case "continuous":
      return pose(zero, fromAxisAngle(first!.xyz, axis1));
    case "screw": {
      const way = (axis1 * pitchOf(world, joint)) / TURN;
      return pose(scale(first!.xyz, way), fromAxisAngle(first!.xyz, axis1));
    }
    case "universal":
    case "revolute2":
      return pose(zero, multiply(fromAxisAngle(first!.xyz, axis1), fromAxisAngle(second!.xyz, axis2)));
    case "ball":
      return pose(zero, fromRotationVector(vec3(axis1, axis2, axis3)));
    default:
      throw new Error("a joint of its type has no position to reset");
  }
}

function pitchOf(world: World, joint: Entity): number {
  return (world.get(joint, JointSettings) ?? JointSettings.initial()).threadPitch;
}

/**
 * Returns the motion in the world that the axes' speeds amount to. The second axis of a universal joint belongs to the
 * child, all others to the parent.
 */
function speedsOf(
  world: World,
  joint: Entity,
  { axis1, axis2, axis3 }: Axes,
  frame: Pose,
  place: Pose,
): { linear: Vec3; angular: Vec3 } {
  const [first, second] = axesOf(world, joint);
  const along = (axis: Vec3, speed: number, of = frame): Vec3 => scale(rotate(rotationOf(of), axis), speed);
  switch (world.get(joint, JointType)) {
    case "prismatic":
      return { linear: along(first!.xyz, axis1), angular: zero };
    case "revolute":
    case "continuous":
      return { linear: zero, angular: along(first!.xyz, axis1) };
    case "screw": {
      const way = (axis1 * pitchOf(world, joint)) / TURN;
      return { linear: along(first!.xyz, way), angular: along(first!.xyz, axis1) };
    }
    case "universal":
    case "revolute2":
      return { linear: zero, angular: add(along(first!.xyz, axis1), along(second!.xyz, axis2, place)) };
    case "ball":
      return { linear: zero, angular: along(vec3(axis1, axis2, axis3), 1) };
    default:
      throw new Error("a joint of its type has no velocity to reset");
  }
}
