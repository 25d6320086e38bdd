import { identityPose } from "../base/pose.ts";
import { component, numeric } from "../ecs/component.ts";
import type { JointAxis, JointKind } from "../scene/joint.ts";

const placeUnit = { "x y z": "m" };

export const JointType = component("gz_sim_components.JointType", (): JointKind => "fixed", {
  group: "Joint",
  rank: 3,
  affects: ["look", "structure"],
});

/** The links it connects, by entity; parent 0 is the world. */
export const JointLinks = numeric(
  "gz_sim_components.JointLinks",
  { parent: 0, child: 0 },
  { group: "Joint", rank: 4, stream: "always", affects: ["look", "structure"] },
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
});

/** One value per axis, rad or m; unused ones stay 0. A ball joint gives its rotation vector. */
export const JointPosition = numeric(
  "gz_sim_components.JointPosition",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", rank: 1, unit: "rad" },
);

/** rad/s or m/s. */
export const JointVelocity = numeric(
  "gz_sim_components.JointVelocity",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", rank: 2, unit: "rad/s" },
);

/** Speed, within the axis' limit, that a motor of its whole effort holds while the component is there, rad/s or m/s. */
export const JointVelocityCmd = numeric(
  "gz_sim_components.JointVelocityCmd",
  { axis1: 0, axis2: 0 },
  { group: "Joint", unit: "rad/s" },
);

/** N·m or N in the next step only, within the axis' effort. */
export const JointForceCmd = numeric(
  "gz_sim_components.JointForceCmd",
  { axis1: 0, axis2: 0 },
  { group: "Joint", unit: "N·m" },
);

/** Puts the joint there, rad or m, with all that hangs on its child; physics takes the component away when it has done so. */
export const JointPositionReset = numeric(
  "gz_sim_components.JointPositionReset",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", unit: "rad" },
);

/** Likewise rad/s or m/s. */
export const JointVelocityReset = numeric(
  "gz_sim_components.JointVelocityReset",
  { axis1: 0, axis2: 0, axis3: 0 },
  { group: "Joint", unit: "rad/s" },
);

/** A spring and damper on the first axis, solved with the contacts: rad or m; N·m/rad; N·m·s/rad; N·m. */
export const JointServo = numeric(
  "orrery.JointServo",
  { target: 0, stiffness: 0, damping: 0, maxForce: Infinity },
  {
    group: "Joint",
    unit: { target: "rad", stiffness: "N·m/rad", damping: "N·m·s/rad", maxForce: "N·m" },
  },
);

/** The joint's frame in the child link. */
export const JointChildFrame = numeric(
  "orrery.JointChildFrame",
  { ...identityPose },
  { group: "Joint", unit: placeUnit, stream: "always", affects: ["look", "structure"] },
);

/** The joint's frame in the parent link, or in the world; the two coincide at position zero. */
export const JointParentFrame = numeric(
  "orrery.JointParentFrame",
  { ...identityPose },
  { group: "Joint", unit: placeUnit, stream: "always", affects: ["structure"] },
);
