import { assertNever } from "../../base/assert-never.ts";
import type { Log } from "../../base/log.ts";
import { identityPose } from "../../base/pose.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { AxisDesc, JointDesc, JointType as EngineJoint } from "../../physics/engine.ts";
import { scopedName } from "../../scene/find.ts";
import type { JointAxis, JointKind } from "../../scene/joint.ts";

/** The engine's description of a joint; `undefined` for kinds it cannot do. */
export function jointOf(world: World, joint: Entity, log: Log): JointDesc | undefined {
  const kind = world.get(joint, JointType) ?? "fixed";
  const type = engineType(kind);
  const shortcoming = jointShortcoming(kind, axesOf(world, joint));
  if (shortcoming !== "") log.warn(`joint ${scopedName(world, joint)}: ${shortcoming}`);
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
    collide: false,
  };
}

/** What of a joint no engine simulates; empty when all is. */
export function jointShortcoming(kind: JointKind, axes: readonly JointAxis[]): string {
  if (engineType(kind) === undefined) return `${kind} joints are not simulated yet; it is left out`;
  const leader = axes.find(({ mimic }) => mimic !== undefined)?.mimic?.joint;
  return leader === undefined ? "" : `<mimic> is not simulated yet; it does not follow ${leader}`;
}

/** The axes that the engine has of a joint: one whose type was changed may have more than it uses now. */
export function axesOf(world: World, joint: Entity): readonly JointAxis[] {
  const type = engineType(world.get(joint, JointType) ?? "fixed");
  return (world.get(joint, JointAxes) ?? []).slice(0, type === undefined ? 0 : axisCount[type]);
}

const axisCount: Readonly<Record<EngineJoint, number>> = { revolute: 1, prismatic: 1, universal: 2, ball: 0, fixed: 0 };

function axisOf(axis: JointAxis, kind: JointKind): AxisDesc {
  const { xyz, damping, friction, springStiffness, springReference, effort } = axis;
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
      return kind;
    case "revolute2":
    case "screw":
    case "gearbox":
      return undefined;
    default:
      return assertNever(kind);
  }
}
