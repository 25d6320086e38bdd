import { multiply, normalizeQuat, noRotation, rotationBetween, type Quat } from "../base/quat.ts";
import { cross, dot, length, normalize, type Vec3 } from "../base/vec3.ts";
import { JOINT_RECORD, type AxisDesc, type JointDesc, type JointType } from "./engine.ts";
import type { Pose } from "../base/pose.ts";

/** Where no Rapier joint carries a layer. */
export const NO_HANDLE = -1;

/** `off`, `velocity` and `position` as numbers, to be saved as they are. */
export const MOTOR_OFF = 0;
export const MOTOR_VELOCITY = 1;
export const MOTOR_POSITION = 2;

export interface RapierAxis {
  lower: number;
  upper: number;
  damping: number;
  friction: number;
  springStiffness: number;
  springReference: number;
  effort: number;
  motor: number;
  target: number;
  stiffness: number;
  motorDamping: number;
  maxForce: number;
  /** Position that counts as zero inside Rapier; see `RapierJoints.prepare`. */
  base: number;
  /** Targets as Rapier has them now. */
  springApplied: number;
  motorApplied: number;
  /** For the next step only. */
  force: number;
}

/** All that a joint is beyond what Rapier keeps. */
export interface RapierJoint {
  readonly type: JointType;
  /** Slots of bodies; the world's is 0. */
  readonly parent: number;
  readonly child: number;
  /** x y z qx qy qz qw in each body, turned so that the axes are Rapier's (see `freeAxis`). */
  readonly parentFrame: Float64Array;
  readonly childFrame: Float64Array;
  readonly axes: readonly RapierAxis[];
  /** Rapier's joints: the one that holds the bodies, and those with the motors of each layer, often the same. */
  handle: number;
  passive: number;
  friction: number;
  motor: number;
  readonly record: Float64Array;
}

export const JOINT_TYPES: readonly JointType[] = ["revolute", "prismatic", "ball", "universal", "fixed"];

/** Number of Rapier's axis (three along, three about x y z) that an axis of the joint is. */
export function freeAxis(type: JointType, axis: number): number {
  return type === "prismatic" ? 0 : type === "revolute" ? 3 : 4 + axis;
}

/** Bits of Rapier's axes that a type locks. */
export function lockedAxes(type: JointType): number {
  switch (type) {
    case "revolute":
      return 0b110111;
    case "prismatic":
      return 0b111110;
    case "ball":
      return 0b000111;
    case "universal":
      return 0b001111;
    case "fixed":
      return 0b111111;
    default:
      throw new Error(`no joint type ${type satisfies never as string}`);
  }
}

/** Throws when the description is no joint. */
export function rapierJoint(desc: JointDesc, parent: number, child: number): RapierJoint {
  const wanted = desc.type === "universal" ? 2 : desc.type === "revolute" || desc.type === "prismatic" ? 1 : 0;
  if (desc.axes.length !== wanted)
    throw new Error(`joint ${desc.id}: ${desc.type} has ${wanted} axes, not ${desc.axes.length}`);
  if (parent === child) throw new Error(`joint ${desc.id}: parent and child are the same body`);
  for (const { axis, lower, upper } of desc.axes) {
    if (!(length(axis) > 0)) throw new Error(`joint ${desc.id}: an axis has no direction`);
    if (!(lower <= upper))
      throw new Error(`joint ${desc.id}: its lower limit ${lower} is above its upper limit ${upper}`);
  }
  const turn = turnToAxes(desc);
  return {
    type: desc.type,
    parent,
    child,
    parentFrame: turnedFrame(desc.parentFrame, turn),
    childFrame: turnedFrame(desc.childFrame, turn),
    axes: desc.axes.map(rapierAxis),
    handle: NO_HANDLE,
    passive: NO_HANDLE,
    friction: NO_HANDLE,
    motor: NO_HANDLE,
    record: new Float64Array(JOINT_RECORD),
  };
}

/** Numbers that one joint takes in a saved state. */
export const JOINT_NUMBERS = 14 + 3 + 4 + JOINT_RECORD + 1 + 2 * 16;

export function writeJoint(joint: RapierJoint, out: Float64Array, at: number): void {
  out[at] = JOINT_TYPES.indexOf(joint.type);
  out[at + 1] = joint.parent;
  out[at + 2] = joint.child;
  out[at + 3] = joint.handle;
  out[at + 4] = joint.passive;
  out[at + 5] = joint.friction;
  out[at + 6] = joint.motor;
  out[at + 7] = joint.axes.length;
  out.set(joint.parentFrame, at + 8);
  out.set(joint.childFrame, at + 15);
  out.set(joint.record, at + 22);
  let next = at + 22 + JOINT_RECORD;
  for (const axis of joint.axes) {
    out[next] = axis.lower;
    out[next + 1] = axis.upper;
    out[next + 2] = axis.damping;
    out[next + 3] = axis.friction;
    out[next + 4] = axis.springStiffness;
    out[next + 5] = axis.springReference;
    out[next + 6] = axis.effort;
    out[next + 7] = axis.motor;
    out[next + 8] = axis.target;
    out[next + 9] = axis.stiffness;
    out[next + 10] = axis.motorDamping;
    out[next + 11] = axis.maxForce;
    out[next + 12] = axis.base;
    out[next + 13] = axis.springApplied;
    out[next + 14] = axis.motorApplied;
    out[next + 15] = axis.force;
    next += 16;
  }
}

/** Throws when the numbers are no joint. */
export function readJoint(from: Float64Array, at: number): RapierJoint {
  const type = JOINT_TYPES[from[at]!];
  const count = from[at + 7]!;
  if (type === undefined || !(count === 0 || count === 1 || count === 2))
    throw new Error("the state's table of joints is damaged");
  const axes: RapierAxis[] = [];
  for (let i = 0; i < count; i++) {
    const next = at + 22 + JOINT_RECORD + 16 * i;
    axes.push({
      lower: from[next]!,
      upper: from[next + 1]!,
      damping: from[next + 2]!,
      friction: from[next + 3]!,
      springStiffness: from[next + 4]!,
      springReference: from[next + 5]!,
      effort: from[next + 6]!,
      motor: from[next + 7]!,
      target: from[next + 8]!,
      stiffness: from[next + 9]!,
      motorDamping: from[next + 10]!,
      maxForce: from[next + 11]!,
      base: from[next + 12]!,
      springApplied: from[next + 13]!,
      motorApplied: from[next + 14]!,
      force: from[next + 15]!,
    });
  }
  return {
    type,
    parent: from[at + 1]!,
    child: from[at + 2]!,
    handle: from[at + 3]!,
    passive: from[at + 4]!,
    friction: from[at + 5]!,
    motor: from[at + 6]!,
    axes,
    parentFrame: from.slice(at + 8, at + 15),
    childFrame: from.slice(at + 15, at + 22),
    record: from.slice(at + 22, at + 22 + JOINT_RECORD),
  };
}

function rapierAxis(desc: AxisDesc): RapierAxis {
  const { lower, upper, damping, friction, springStiffness, springReference, effort } = desc;
  const motor = { motor: MOTOR_OFF, target: 0, stiffness: 0, motorDamping: 0, maxForce: 0 };
  return {
    ...{ lower, upper, damping, friction, springStiffness, springReference, effort },
    ...motor,
    ...{ base: 0, springApplied: 0, motorApplied: 0, force: 0 },
  };
}

/** From the joint's axes to Rapier's: x for one axis; y and z for the two of a universal joint. */
function turnToAxes(desc: JointDesc): Quat {
  const [first, second] = desc.axes;
  if (!first) return noRotation;
  const a = normalize(first.axis);
  if (!second) return rotationBetween({ x: 1, y: 0, z: 0 }, a);
  const b = normalize(second.axis);
  if (Math.abs(dot(a, b)) > 1e-3)
    throw new Error(`joint ${desc.id}: the axes of a universal joint must be at right angles`);
  return rotationFromAxes(cross(a, b), a);
}

/** The rotation that brings x and y to two unit vectors at right angles, by the largest of the quaternion's four numbers. */
function rotationFromAxes(x: Vec3, y: Vec3): Quat {
  const z = cross(x, y);
  const trace = x.x + y.y + z.z;
  if (trace > 0) return normalizeQuat({ x: y.z - z.y, y: z.x - x.z, z: x.y - y.x, w: 1 + trace });
  if (x.x >= y.y && x.x >= z.z)
    return normalizeQuat({ x: 1 + x.x - y.y - z.z, y: y.x + x.y, z: z.x + x.z, w: y.z - z.y });
  if (y.y >= z.z) return normalizeQuat({ x: y.x + x.y, y: 1 + y.y - x.x - z.z, z: z.y + y.z, w: z.x - x.z });
  return normalizeQuat({ x: z.x + x.z, y: z.y + y.z, z: 1 + z.z - x.x - y.y, w: x.y - y.x });
}

function turnedFrame(frame: Pose, turn: Quat): Float64Array {
  const rotation = normalizeQuat(multiply({ x: frame.qx, y: frame.qy, z: frame.qz, w: frame.qw }, turn));
  return Float64Array.of(frame.x, frame.y, frame.z, rotation.x, rotation.y, rotation.z, rotation.w);
}
