import { identityPose } from "../base/pose.ts";
import { component, numeric } from "../ecs/component.ts";
import type { JointAxis, JointKind } from "../scene/joint.ts";

export const JointType = component("gz_sim_components.JointType", (): JointKind => "fixed");

/** The links it connects, by entity; parent 0 is the world. */
export const JointLinks = numeric("gz_sim_components.JointLinks", { parent: 0, child: 0 });

export const JointAxes = component("gz_sim_components.JointAxes", (): readonly JointAxis[] => []);

/** One value per axis, rad or m; unused ones stay 0. A ball joint gives its rotation vector. */
export const JointPosition = numeric("gz_sim_components.JointPosition", { axis1: 0, axis2: 0, axis3: 0 });

/** rad/s or m/s. */
export const JointVelocity = numeric("gz_sim_components.JointVelocity", { axis1: 0, axis2: 0, axis3: 0 });

/** Speed, within the axis' limit, that a motor of its whole effort holds while the component is there, rad/s or m/s. */
export const JointVelocityCmd = numeric("gz_sim_components.JointVelocityCmd", { axis1: 0, axis2: 0 });

/** N·m or N in the next step only, within the axis' effort. */
export const JointForceCmd = numeric("gz_sim_components.JointForceCmd", { axis1: 0, axis2: 0 });

/** Puts the joint there, rad or m, with all that hangs on its child; physics takes the component away when it has done so. */
export const JointPositionReset = numeric("gz_sim_components.JointPositionReset", { axis1: 0, axis2: 0, axis3: 0 });

/** Likewise rad/s or m/s. */
export const JointVelocityReset = numeric("gz_sim_components.JointVelocityReset", { axis1: 0, axis2: 0, axis3: 0 });

/** A spring and damper on the first axis, solved with the contacts: rad or m; N·m/rad; N·m·s/rad; N·m. */
export const JointServo = numeric("orrery.JointServo", { target: 0, stiffness: 0, damping: 0, maxForce: Infinity });

/** The joint's frame in the child link. */
export const JointChildFrame = numeric("orrery.JointChildFrame", { ...identityPose });

/** The joint's frame in the parent link, or in the world; the two coincide at position zero. */
export const JointParentFrame = numeric("orrery.JointParentFrame", { ...identityPose });
