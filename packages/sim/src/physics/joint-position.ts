import { atan2 } from "../base/math.ts";
import type { JointType } from "./engine.ts";

const TURN = 6.283185307179586;

/** The angle plus whole turns that lies nearest to `near`. */
export function nearestTurn(angle: number, near: number): number {
  const away = near - angle;
  if (away > -TURN / 2 && away < TURN / 2) return angle;
  return angle + TURN * Math.round(away / TURN);
}

/**
 * Position and velocity of each axis, into `record` (three positions, three velocities), from records of the two
 * bodies (as `readBody`) and the joint's frames in them (x y z qx qy qz qw each). Angles stay within half a turn of
 * the record's last, so they count turns. A revolute or prismatic axis is the frame's x; a universal joint's axes are
 * the parent frame's y and the child frame's z. Allocates nothing.
 */
export function jointPosition(
  type: JointType,
  parent: Float64Array,
  parentFrame: Float64Array,
  child: Float64Array,
  childFrame: Float64Array,
  record: Float64Array,
): void {
  if (type === "fixed") return;
  // Angular velocity of the child seen from the parent, in world axes.
  const wx = child[10]! - parent[10]!;
  const wy = child[11]! - parent[11]!;
  const wz = child[12]! - parent[12]!;
  if (type === "prismatic") {
    placeFrame(parent, parentFrame, p);
    placeFrame(child, childFrame, c);
    axisInto(p, 0, axis);
    const dx = c[0]! - p[0]!;
    const dy = c[1]! - p[1]!;
    const dz = c[2]! - p[2]!;
    record[0] = axis[0]! * dx + axis[1]! * dy + axis[2]! * dz;
    // The parent carries the axis: its velocity is taken at the child's anchor.
    record[3] =
      axis[0]! * (pointVelocity(child, c, 0) - pointVelocity(parent, c, 0)) +
      axis[1]! * (pointVelocity(child, c, 1) - pointVelocity(parent, c, 1)) +
      axis[2]! * (pointVelocity(child, c, 2) - pointVelocity(parent, c, 2));
    return;
  }
  // Angles need no places.
  turnFrame(parent, parentFrame, p);
  turnFrame(child, childFrame, c);
  // The child's rotation in the parent's frame: conj(p) c.
  const x = p[6]! * c[3]! - p[3]! * c[6]! - p[4]! * c[5]! + p[5]! * c[4]!;
  const y = p[6]! * c[4]! + p[3]! * c[5]! - p[4]! * c[6]! - p[5]! * c[3]!;
  const z = p[6]! * c[5]! - p[3]! * c[4]! + p[4]! * c[3]! - p[5]! * c[6]!;
  const w = p[6]! * c[6]! + p[3]! * c[3]! + p[4]! * c[4]! + p[5]! * c[5]!;
  if (type === "revolute") {
    record[0] = nearestTurn(2 * atan2(x, w), record[0]!);
    record[3] = along(p, 0, wx, wy, wz);
  } else if (type === "universal") {
    // R = Ry(first) Rz(second): its last column and middle row hold one angle each.
    record[0] = nearestTurn(atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)), record[0]!);
    record[1] = nearestTurn(atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)), record[1]!);
    record[3] = along(p, 1, wx, wy, wz);
    record[4] = along(c, 2, wx, wy, wz);
  } else {
    const sine = Math.sqrt(x * x + y * y + z * z);
    // Rotation vector by the short way round; 2 where the sine vanishes.
    const factor = sine === 0 ? 2 : (2 * atan2(w < 0 ? -sine : sine, w < 0 ? -w : w)) / sine;
    record[0] = factor * x;
    record[1] = factor * y;
    record[2] = factor * z;
    for (let i = 0; i < 3; i++) record[3 + i] = along(p, i, wx, wy, wz);
  }
}

/** A frame of a body, in the world. */
export function placeFrame(body: Float64Array, frame: Float64Array, out: Float64Array): void {
  const qx = body[3]!;
  const qy = body[4]!;
  const qz = body[5]!;
  const qw = body[6]!;
  const tx = 2 * (qy * frame[2]! - qz * frame[1]!);
  const ty = 2 * (qz * frame[0]! - qx * frame[2]!);
  const tz = 2 * (qx * frame[1]! - qy * frame[0]!);
  out[0] = body[0]! + frame[0]! + qw * tx + qy * tz - qz * ty;
  out[1] = body[1]! + frame[1]! + qw * ty + qz * tx - qx * tz;
  out[2] = body[2]! + frame[2]! + qw * tz + qx * ty - qy * tx;
  turnFrame(body, frame, out);
}

/** Its rotation only. */
function turnFrame(body: Float64Array, frame: Float64Array, out: Float64Array): void {
  const qx = body[3]!;
  const qy = body[4]!;
  const qz = body[5]!;
  const qw = body[6]!;
  out[3] = qw * frame[3]! + qx * frame[6]! + qy * frame[5]! - qz * frame[4]!;
  out[4] = qw * frame[4]! - qx * frame[5]! + qy * frame[6]! + qz * frame[3]!;
  out[5] = qw * frame[5]! + qx * frame[4]! - qy * frame[3]! + qz * frame[6]!;
  out[6] = qw * frame[6]! - qx * frame[3]! - qy * frame[4]! - qz * frame[5]!;
}

/** World direction of axis 0, 1 or 2 of a pose. */
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

/** One coordinate of the velocity of a body's material at a point of the world. */
function pointVelocity(body: Float64Array, point: Float64Array, i: number): number {
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  return body[7 + i]! + body[10 + j]! * (point[k]! - body[k]!) - body[10 + k]! * (point[j]! - body[j]!);
}
