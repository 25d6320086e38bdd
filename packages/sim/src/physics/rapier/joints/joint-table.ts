import { assertNever } from "../../../base/assert-never.ts";
import type { Pose } from "../../../base/pose.ts";
import { multiply, normalizeQuat, noRotation, rotationBetween, type Quat } from "../../../base/quat.ts";
import { cross, length, normalize, type Vec3 } from "../../../base/vec3.ts";
import { JOINT_RECORD, type AxisDesc, type JointDesc, type JointType } from "../../engine.ts";
import { areSkew, AXIS_COUNT } from "../../joint-axes.ts";

// All data of a joint beyond what Rapier stores, as numbers in one row of a table. The table is saved as it is, and
// visiting many joints touches few cache lines each.

/** Index in `JOINT_TYPES`. */
export const TYPE = 0;
/** Slots of bodies; the world's is 0. */
export const PARENT = 1;
export const CHILD = 2;
/**
 * Rapier's joints: the one that connects the bodies, and those with the motors of each layer, which are often the same.
 */
export const HOLDER = 3;
export const PASSIVE = 4;
export const RUBBING = 5;
export const MOTOR = 6;
/** Number of axes. */
export const AXES = 7;
/** Changes that Rapier must be informed of before the next step. */
export const UNTOLD = 8;
/** 1 if the two bodies may touch. */
export const COLLIDE = 9;
/** x y z qx qy qz qw in each body, rotated so that the axes are Rapier's (see `freeAxis`). */
export const PARENT_FRAME = 10;
export const CHILD_FRAME = 17;
/** As written by `readJoints`. */
export const RECORD = 24;
/** The two axes, `AXIS_NUMBERS` each. */
export const FIRST_AXIS = RECORD + JOINT_RECORD;

// Numbers of one axis.
export const LOWER = 0;
export const UPPER = 1;
export const DAMPING = 2;
export const FRICTION = 3;
export const SPRING_STIFFNESS = 4;
export const SPRING_REFERENCE = 5;
export const EFFORT = 6;
export const MODE = 7;
export const TARGET = 8;
export const STIFFNESS = 9;
export const MOTOR_DAMPING = 10;
export const MAX_FORCE = 11;
/** The position that counts as zero inside Rapier; see `RapierJoints.prepare`. */
export const BASE = 12;
/** As currently set in Rapier. */
export const SPRING_APPLIED = 13;
export const MOTOR_APPLIED = 14;
export const FORCE_APPLIED = 15;
/** For the next step only. */
export const FORCE = 16;
/** The speed to which Rapier is braking; Infinity if it is not. */
export const BRAKE = 17;
/** Largest speed. */
export const VELOCITY = 18;
export const AXIS_NUMBERS = 19;

export const JOINT_NUMBERS = FIRST_AXIS + 2 * AXIS_NUMBERS;

/** Stands for a layer without a Rapier joint. */
export const NO_HANDLE = -1;

/** Values of `MODE`. */
export const MOTOR_OFF = 0;
export const MOTOR_VELOCITY = 1;
export const MOTOR_POSITION = 2;

/** Values of `UNTOLD`: nothing, the motor, or everything. */
export const TOLD = 0;
export const MOTOR_UNTOLD = 1;
export const ALL_UNTOLD = 2;

/** All types that Rapier supports. */
export type RapierJointType = Exclude<JointType, "screw">;
export const JOINT_TYPES: readonly RapierJointType[] = ["revolute", "prismatic", "ball", "universal", "fixed"];

/** Returns the number of Rapier's axis (three along x y z, then three about them) that an axis of the joint uses. */
export function freeAxis(type: RapierJointType, axis: number): number {
  return type === "prismatic" ? 0 : type === "revolute" ? 3 : 4 + axis;
}

/** Returns the bits of Rapier's axes that a type locks. */
export function lockedAxes(type: RapierJointType): number {
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
      return assertNever(type, "joint type");
  }
}

/** Returns why Rapier cannot simulate a joint; undefined if it can. */
export function rapierShortcoming({ type, axes }: JointDesc): string | undefined {
  if (type === "screw") return "Rapier has no screw joints";
  const [first, second] = axes;
  if (type !== "universal" || !first || !second) return undefined;
  return areSkew(first.axis, second.axis) ? "in Rapier two axes of one joint must be at right angles" : undefined;
}

/**
 * Returns a row for the table, without a Rapier joint yet. `parent` and `child` are slots. Throws if the description is
 * invalid.
 */
export function jointNumbers(desc: JointDesc, parent: number, child: number): Float64Array {
  const shortcoming = rapierShortcoming(desc);
  if (desc.type === "screw" || shortcoming !== undefined) throw new Error(`joint ${desc.id}: ${shortcoming}`);
  const wanted = AXIS_COUNT[desc.type];
  if (desc.axes.length !== wanted)
    throw new Error(`joint ${desc.id}: ${desc.type} has ${wanted} axes, not ${desc.axes.length}`);
  if (parent === child) throw new Error(`joint ${desc.id}: parent and child are the same body`);
  for (const { axis, lower, upper } of desc.axes) {
    if (!(length(axis) > 0)) throw new Error(`joint ${desc.id}: an axis has no direction`);
    if (!(lower <= upper))
      throw new Error(`joint ${desc.id}: its lower limit ${lower} is above its upper limit ${upper}`);
  }
  const turn = turnToAxes(desc);
  const numbers = new Float64Array(JOINT_NUMBERS);
  numbers[TYPE] = JOINT_TYPES.indexOf(desc.type);
  numbers[PARENT] = parent;
  numbers[CHILD] = child;
  numbers.fill(NO_HANDLE, HOLDER, MOTOR + 1);
  numbers[AXES] = desc.axes.length;
  numbers[UNTOLD] = ALL_UNTOLD;
  numbers[COLLIDE] = desc.collide ? 1 : 0;
  numbers.set(turnedFrame(desc.parentFrame, turn), PARENT_FRAME);
  numbers.set(turnedFrame(desc.childFrame, turn), CHILD_FRAME);
  desc.axes.forEach((axis, i) => {
    const start = FIRST_AXIS + i * AXIS_NUMBERS;
    numbers.set(axisNumbers(axis), start);
    numbers[start + BRAKE] = Infinity;
    numbers[start + VELOCITY] = axis.velocity;
  });
  return numbers;
}

/** Throws if a row of a saved table is not a valid joint. */
export function checkJointNumbers(table: Float64Array, at: number): void {
  const axes = table[at + AXES]!;
  if (JOINT_TYPES[table[at + TYPE]!] === undefined || !(axes === 0 || axes === 1 || axes === 2))
    throw new Error("the state's table of joints is damaged");
}

/** In the order of an axis' numbers; the remaining numbers start at zero. */
function axisNumbers(desc: AxisDesc): number[] {
  const { lower, upper, damping, friction, springStiffness, springReference, effort } = desc;
  return [lower, upper, damping, friction, springStiffness, springReference, effort];
}

/** Returns the rotation from the joint's axes to Rapier's: x for one axis, y and z for the two of a universal joint. */
function turnToAxes(desc: JointDesc): Quat {
  const [first, second] = desc.axes;
  if (!first) return noRotation;
  const a = normalize(first.axis);
  if (!second) return rotationBetween({ x: 1, y: 0, z: 0 }, a);
  return rotationFromAxes(cross(a, normalize(second.axis)), a);
}

/**
 * Returns the rotation that brings x and y to two perpendicular unit vectors, computed from the largest of the
 * quaternion's four numbers.
 */
function rotationFromAxes(x: Vec3, y: Vec3): Quat {
  const z = cross(x, y);
  const trace = x.x + y.y + z.z;
  if (trace > 0) return normalizeQuat({ x: y.z - z.y, y: z.x - x.z, z: x.y - y.x, w: 1 + trace });
  if (x.x >= y.y && x.x >= z.z)
    return normalizeQuat({ x: 1 + x.x - y.y - z.z, y: y.x + x.y, z: z.x + x.z, w: y.z - z.y });
  if (y.y >= z.z) return normalizeQuat({ x: y.x + x.y, y: 1 + y.y - x.x - z.z, z: z.y + y.z, w: z.x - x.z });
  return normalizeQuat({ x: z.x + x.z, y: z.y + y.z, z: 1 + z.z - x.x - y.y, w: x.y - y.x });
}

function turnedFrame(frame: Pose, turn: Quat): number[] {
  const rotation = normalizeQuat(multiply({ x: frame.qx, y: frame.qy, z: frame.qz, w: frame.qw }, turn));
  return [frame.x, frame.y, frame.z, rotation.x, rotation.y, rotation.z, rotation.w];
}
