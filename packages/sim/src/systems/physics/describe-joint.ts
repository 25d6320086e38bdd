import { assertNever } from "../../base/assert-never.ts";
import { identityPose } from "../../base/pose.ts";
import { IsJoint } from "../../components/identity.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { JointSettings } from "../../components/saving.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { AxisDesc, JointDesc, JointType as EngineJoint } from "../../physics/engine.ts";
import { areSkew, AXIS_COUNT } from "../../physics/joint-axes.ts";
import type { JointAxis, JointKind } from "../../scene/joint.ts";

/** Describes a joint for the engine; returns `undefined` for a gearbox, which is a law between other joints. */
export function jointOf(world: World, joint: Entity): JointDesc | undefined {
  const kind = world.get(joint, JointType) ?? "fixed";
  const type = engineType(kind);
  if (type === undefined) return undefined;
  const links = world.get(joint, JointLinks) ?? JointLinks.initial();
  const [parent, child] = [links.parent as Entity, links.child as Entity];
  return {
    id: joint,
    type,
    parent: parent === noEntity ? undefined : parent,
    child,
    parentFrame: world.get(joint, JointParentFrame) ?? identityPose,
    childFrame: world.get(joint, JointChildFrame) ?? identityPose,
    axes: axesOf(world, joint).map((axis) => axisOf(axis, kind)),
    pitch: type === "screw" ? (world.get(joint, JointSettings) ?? JointSettings.initial()).threadPitch : undefined,
    collide: false,
  };
}

/** Returns all joints, in the order of their ids. */
export function jointsOf(world: World): Entity[] {
  const joints = world.query(IsJoint);
  return Array.from(joints.entities.subarray(0, joints.count)) as Entity[];
}

/** Returns whether only MuJoCo models such a joint correctly. */
export function needsMujoco(kind: JointKind, axes: readonly JointAxis[]): boolean {
  if (kind === "screw" || kind === "gearbox") return true;
  const [first, second] = axes;
  if ((kind !== "universal" && kind !== "revolute2") || !first || !second) return false;
  return areSkew(first.xyz, second.xyz);
}

/** Returns the axes that the engine's joint has: a joint whose type was changed may have more axes than it uses now. */
export function axesOf(world: World, joint: Entity): readonly JointAxis[] {
  const type = engineType(world.get(joint, JointType) ?? "fixed");
  return (world.get(joint, JointAxes) ?? []).slice(0, type === undefined ? 0 : AXIS_COUNT[type]);
}

function axisOf(axis: JointAxis, kind: JointKind): AxisDesc {
  const { xyz, damping, friction, springStiffness, springReference, effort, velocity } = axis;
  const free = kind === "continuous";
  return {
    axis: xyz,
    lower: free ? -Infinity : axis.lower,
    upper: free ? Infinity : axis.upper,
    damping,
    friction,
    springStiffness,
    springReference,
    effort,
    velocity,
  };
}

function engineType(kind: JointKind): EngineJoint | undefined {
  switch (kind) {
    case "revolute":
    case "continuous":
      return "revolute";
    case "prismatic":
    case "ball":
    case "universal":
    case "fixed":
    case "screw":
      return kind;
    case "revolute2":
      return "universal";
    case "gearbox":
      return undefined;
    default:
      return assertNever(kind);
  }
}
