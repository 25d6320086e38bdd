import { identityPose } from "../base/pose.ts";
import { component, numeric } from "../ecs/component.ts";
import type { JointAxis, JointKind } from "../scene/joint.ts";
import {
  choice,
  finite,
  list,
  notNegative,
  number,
  record,
  text,
  unitVector,
  type ValueRule,
} from "../ecs/value-rule.ts";
import { bounded, open } from "./value-rules.ts";
import { IsJoint } from "./identity.ts";
import type { Bounded } from "../base/value-bounds.ts";
import { structure } from "./why-locked.ts";

const placeUnit = { "x y z": "m" };

export const JointType = component("gz_sim_components.JointType", (): JointKind => "fixed", {
  group: "Joint",
  rank: 3,
  affects: ["look", "structure"],
  locked: structure,
});

/** The links that it connects, by entity; parent 0 is the world. */
export const JointLinks = numeric(
  "gz_sim_components.JointLinks",
  { parent: 0, child: 0 },
  {
    group: "Joint",
    rank: 4,
    stream: "always",
    affects: ["look", "structure"],
    locked: structure,
    fields: { "parent child": { means: "entity" } },
  },
);

const limit = number({ infinite: true });
const jointAxis = record(
  {
    xyz: unitVector,
    lower: limit,
    upper: limit,
    effort: open,
    velocity: open,
    damping: notNegative,
    friction: notNegative,
    springReference: finite,
    springStiffness: notNegative,
  },
  {
    optional: {
      mimic: record({
        joint: text,
        axis: choice("axis", "axis2"),
        multiplier: finite,
        offset: finite,
        reference: finite,
      }),
    },
  },
);

export const JointAxes = component("gz_sim_components.JointAxes", (): readonly JointAxis[] => [], {
  group: "Joint",
  rank: 5,
  unit: {
    "lower upper springReference": "rad",
    "effort friction": "N·m",
    velocity: "rad/s",
    damping: "N·m·s/rad",
    springStiffness: "N·m/rad",
  },
  affects: ["look", "structure"],
  edit: { on: [IsJoint], value: list(jointAxis, 2) },
  fields: { "mimic.joint mimic.axis": { locked: structure } },
  order: "xyz lower upper effort velocity damping friction",
  item: "Axis",
});

/**
 * Moves the joint to a position, rad or m, together with everything attached to its child. Physics then removes the
 * component.
 */
export const JointPositionReset = numeric(
  "gz_sim_components.JointPositionReset",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", unit: "rad", edit: { on: [IsJoint], value: axesOf("motorTarget", 3), presence: "optional" } },
);

/** Sets the joint's speed, rad/s or m/s, in the same way. */
export const JointVelocityReset = numeric(
  "gz_sim_components.JointVelocityReset",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", unit: "rad/s", edit: { on: [IsJoint], value: axesOf("spin", 3), presence: "optional" } },
);

/**
 * One value per axis, rad or m; unused ones stay 0. A ball joint has its rotation vector here. Follows from the poses
 * of the links.
 */
export const JointPosition = numeric(
  "gz_sim_components.JointPosition",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", rank: 1, unit: "rad", setBy: JointPositionReset },
);

/** In rad/s or m/s. */
export const JointVelocity = numeric(
  "gz_sim_components.JointVelocity",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", rank: 2, unit: "rad/s", setBy: JointVelocityReset },
);

/**
 * The speed, in rad/s or m/s and within the axis' limit, that a motor with the axis' full effort holds while the
 * component exists.
 */
export const JointVelocityCmd = numeric(
  "gz_sim_components.JointVelocityCmd",
  { axis1: 0, axis2: 0 },
  { group: "Joint", unit: "rad/s", edit: { on: [IsJoint], value: axesOf("motorTarget", 2), presence: "offered" } },
);

/** A force for the next step only, N·m or N, within the axis' effort. */
export const JointForceCmd = numeric(
  "gz_sim_components.JointForceCmd",
  { axis1: 0, axis2: 0 },
  { group: "Joint", unit: "N·m", edit: { on: [IsJoint], value: axesOf("jointForce", 2), presence: "optional" } },
);

/** A spring and damper on the first axis, solved with the contacts: rad or m; N·m/rad; N·m·s/rad; N·m. */
export const JointServo = numeric(
  "orrery.JointServo",
  { target: 0, stiffness: 0, damping: 0, maxForce: Infinity },
  {
    group: "Joint",
    unit: { target: "rad", stiffness: "N·m/rad", damping: "N·m·s/rad", maxForce: "N·m" },
    edit: {
      on: [IsJoint],
      value: record({ target: bounded("motorTarget"), stiffness: notNegative, damping: notNegative, maxForce: open }),
      presence: "offered",
    },
  },
);

/** The joint's frame in the child link. */
export const JointChildFrame = numeric(
  "orrery.JointChildFrame",
  { ...identityPose },
  {
    group: "Joint",
    unit: placeUnit,
    stream: "always",
    affects: ["look", "structure"],
    locked: structure,
  },
);

/** The joint's frame in the parent link, or in the world; the two coincide at position zero. */
export const JointParentFrame = numeric(
  "orrery.JointParentFrame",
  { ...identityPose },
  {
    group: "Joint",
    unit: placeUnit,
    stream: "always",
    affects: ["structure"],
    locked: structure,
  },
);

/** Returns the fields `axis1`, `axis2`, … of a component of a joint. */
function axesOf(what: Bounded, count: number): ValueRule {
  return record(Object.fromEntries(Array.from({ length: count }, (_, i) => [`axis${i + 1}`, bounded(what)])));
}
