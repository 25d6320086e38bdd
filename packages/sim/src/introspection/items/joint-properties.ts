import { JointAxes, JointPosition, JointType, JointVelocity } from "../../components/joint.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { jointReaction, whyNoReaction, type Part } from "./joint-reaction.ts";
import type { Properties, Property, WorldParts } from "./property.ts";
import { jointPose } from "./world-poses.ts";

/** Suffixes of the items' names, one for each axis that a joint may have. */
const AXES = ["", "_2", "_3"] as const;

/** Items of joints. */
export const jointProperties: Properties = {
  pose: jointPose,
  ...axisItems("angle", JointPosition, ["rad", "m"]),
  ...axisItems("velocity", JointVelocity, ["rad/s", "m/s"]),
  force: reactionItem("force", "N", "on the child by the parent, in world axes"),
  torque: reactionItem("torque", "N·m", "on the child by the parent, about the joint's anchor, in world axes"),
  effort: effortItem(0),
  effort_2: effortItem(1),
};

function axisCount({ world }: WorldParts, joint: Entity): number {
  if (world.get(joint, JointType) === "ball") return 3;
  return world.get(joint, JointAxes)?.length ?? 0;
}

/** Returns whether the position of a joint is a length. That of a screw joint is its angle. */
function isSliding({ world }: WorldParts, joint: Entity): boolean {
  return world.get(joint, JointType) === "prismatic";
}

function whyNoAxis(parts: WorldParts, joint: Entity, axis: number): string | undefined {
  const count = axisCount(parts, joint);
  if (axis < count) return undefined;
  return count === 0 ? "a fixed joint does not move" : `the joint has ${count === 1 ? "one axis" : `${count} axes`}`;
}

type AxisNumbers = { readonly axis1: number; readonly axis2: number; readonly axis3: number };

function axisItems(
  name: string,
  of: NumericComponent<AxisNumbers>,
  [turns, slides]: readonly [string, string],
): Properties {
  const item = (axis: number): Property => ({
    type: "double",
    units: [turns],
    unitsOf: (parts, joint) => [isSliding(parts, joint) ? slides : turns],
    whyNot: (parts, joint) => whyNoAxis(parts, joint, axis),
    open: ({ world }, joint) => ({
      read(_, out, at) {
        const column = world.column(of);
        const row = column.row(joint);
        if (row >= 0) out[at] = column.data[row * column.stride + axis]!;
      },
    }),
  });
  return Object.fromEntries(AXES.map((end, axis) => [`${name}${end}`, item(axis)]));
}

function reactionItem(part: Part, unit: string, note: string): Property {
  return {
    type: "vector3d",
    units: [unit],
    note: `${note}; in Rapier by Newton–Euler over the links beyond the joint`,
    whyNot: whyNoReaction,
    open: (parts, joint) => jointReaction(parts, joint, part),
  };
}

function effortItem(axis: number): Property {
  return {
    type: "double",
    units: ["N·m"],
    unitsOf: (parts, joint) => [isSliding(parts, joint) ? "N" : "N·m"],
    note: "along the axis: motors, commands, friction, damping, springs and limits together",
    whyNot: (parts, joint) => whyNoAxis(parts, joint, axis) ?? whyNoReaction(parts, joint),
    open: (parts, joint) => jointReaction(parts, joint, { axis }),
  };
}
