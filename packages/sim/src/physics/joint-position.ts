import { atan2 } from "../base/math/math.ts";
import { TURN } from "../base/rotation.ts";
import { CHILD_FRAME, JOINT_TYPES, PARENT_FRAME, RECORD, TYPE } from "./rapier/joints/joint-table.ts";

/** Returns the angle plus the number of full turns that brings it nearest to `near`. */
export function nearestTurn(angle: number, near: number): number {
  const away = near - angle;
  if (away > -TURN / 2 && away < TURN / 2) return angle;
  return angle + TURN * Math.round(away / TURN);
}

/**
 * Writes position and velocity of each axis (three positions, three velocities) into the record of the joint whose
 * numbers begin at `joint`, from records of the two bodies (as read by `readBody`). Angles stay within half a turn of
 * the record's last value, so full turns are counted. A revolute or prismatic axis is the frame's x; a universal
 * joint's axes are the parent frame's y and the child frame's z. Allocates nothing.
 */
export function jointPosition(parent: Float64Array, child: Float64Array, numbers: Float64Array, joint: number): void {
  const type = JOINT_TYPES[numbers[joint + TYPE]!]!;
  const record = joint + RECORD;
  if (type === "fixed") return;
  // Angular velocity of the child relative to the parent, in world axes.
  const wx = child[10]! - parent[10]!;
  const wy = child[11]! - parent[11]!;
  const wz = child[12]! - parent[12]!;
  if (type === "prismatic") {
    placeFrame(parent, numbers, joint + PARENT_FRAME, p);
    placeFrame(child, numbers, joint + CHILD_FRAME, c);
    axisInto(p, 0, axis);
    const dx = c[0]! - p[0]!;
    const dy = c[1]! - p[1]!;
    const dz = c[2]! - p[2]!;
    numbers[record] = axis[0]! * dx + axis[1]! * dy + axis[2]! * dz;
    // The axis moves with the parent, so the parent's velocity is taken at the child's anchor.
    numbers[record + 3] =
      axis[0]! * (pointVelocity(child, c, 0) - pointVelocity(parent, c, 0)) +
      axis[1]! * (pointVelocity(child, c, 1) - pointVelocity(parent, c, 1)) +
      axis[2]! * (pointVelocity(child, c, 2) - pointVelocity(parent, c, 2));
    return;
  }
  // Angles do not depend on positions.
  turnFrame(parent, numbers, joint + PARENT_FRAME, p);
  turnFrame(child, numbers, joint + CHILD_FRAME, c);
  // The child's rotation in the parent's frame: conj(p) c.
  const x = p[6]! * c[3]! - p[3]! * c[6]! - p[4]! * c[5]! + p[5]! * c[4]!;
  const y = p[6]! * c[4]! + p[3]! * c[5]! - p[4]! * c[6]! - p[5]! * c[3]!;
  const z = p[6]! * c[5]! - p[3]! * c[4]! + p[4]! * c[3]! - p[5]! * c[6]!;
  const w = p[6]! * c[6]! + p[3]! * c[3]! + p[4]! * c[4]! + p[5]! * c[5]!;
  if (type === "revolute") {
    numbers[record] = nearestTurn(2 * atan2(x, w), numbers[record]!);
    numbers[record + 3] = along(p, 0, wx, wy, wz);
  } else if (type === "universal") {
    // R = Ry(first) Rz(second): its last column and middle row contain one angle each.
    numbers[record] = nearestTurn(atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)), numbers[record]!);
    numbers[record + 1] = nearestTurn(atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)), numbers[record + 1]!);
    numbers[record + 3] = along(p, 1, wx, wy, wz);
    numbers[record + 4] = along(c, 2, wx, wy, wz);
  } else {
    const sine = Math.sqrt(x * x + y * y + z * z);
    // Rotation vector by the shorter way round; the factor tends to 2 as the sine tends to zero.
    const factor = sine === 0 ? 2 : (2 * atan2(w < 0 ? -sine : sine, w < 0 ? -w : w)) / sine;
    numbers[record] = factor * x;
    numbers[record + 1] = factor * y;
    numbers[record + 2] = factor * z;
    for (let i = 0; i < 3; i++) numbers[record + 3 + i] = along(p, i, wx, wy, wz);
  }
}

/** Computes a frame of a body in the world. */
export function placeFrame(body: Float64Array, frames: Float64Array, frame: number, out: Float64Array): void {
  const qx = body[3]!;
  const qy = body[4]!;
  const qz = body[5]!;
  const qw = body[6]!;
  const x = frames[frame]!;
  const y = frames[frame + 1]!;
  const z = frames[frame + 2]!;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = body[0]! + x + qw * tx + qy * tz - qz * ty;
  out[1] = body[1]! + y + qw * ty + qz * tx - qx * tz;
  out[2] = body[2]! + z + qw * tz + qx * ty - qy * tx;
  turnFrame(body, frames, frame, out);
}

/** Computes only the frame's rotation. */
function turnFrame(body: Float64Array, frames: Float64Array, frame: number, out: Float64Array): void {
  const qx = body[3]!;
  const qy = body[4]!;
  const qz = body[5]!;
  const qw = body[6]!;
  const x = frames[frame + 3]!;
  const y = frames[frame + 4]!;
  const z = frames[frame + 5]!;
  const w = frames[frame + 6]!;
  out[3] = qw * x + qx * w + qy * z - qz * y;
  out[4] = qw * y - qx * z + qy * w + qz * x;
  out[5] = qw * z + qx * y - qy * x + qz * w;
  out[6] = qw * w - qx * x - qy * y - qz * z;
}

/** Writes the world direction of axis 0, 1 or 2 of a pose. */
export function axisInto(pose: Float64Array, index: number, out: Float64Array): void {
  const x = pose[3]!;
  const y = pose[4]!;
  const z = pose[5]!;
  const w = pose[6]!;
  if (index === 0) {
    out[0] = 1 - 2 * (y * y + z * z);
    out[1] = 2 * (x * y + w * z);
    out[2] = 2 * (x * z - w * y);
  } else if (index === 1) {
    out[0] = 2 * (x * y - w * z);
    out[1] = 1 - 2 * (x * x + z * z);
    out[2] = 2 * (y * z + w * x);
  } else {
    out[0] = 2 * (x * z + w * y);
    out[1] = 2 * (y * z - w * x);
    out[2] = 1 - 2 * (x * x + y * y);
  }
}

const p = new Float64Array(7);
const c = new Float64Array(7);
const axis = new Float64Array(3);

function along(pose: Float64Array, index: number, x: number, y: number, z: number): number {
  axisInto(pose, index, axis);
  return axis[0]! * x + axis[1]! * y + axis[2]! * z;
}

/** Returns one coordinate of the velocity of a body at a point of the world. */
function pointVelocity(body: Float64Array, point: Float64Array, i: number): number {
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  return body[7 + i]! + body[10 + j]! * (point[k]! - body[k]!) - body[10 + k]! * (point[j]! - body[j]!);
}
