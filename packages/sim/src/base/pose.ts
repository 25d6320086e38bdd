import { conjugate, multiply, rotate, type Quat } from "./quat.ts";
import type { Vec3 } from "./vec3.ts";

/** Position in metres, and rotation as a unit quaternion. Flat, in the order of the pose column. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly qx: number;
  readonly qy: number;
  readonly qz: number;
  readonly qw: number;
}

export const identityPose: Pose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };

export function pose(position: Vec3, rotation: Quat): Pose {
  const { x, y, z } = position;
  return { x, y, z, qx: rotation.x, qy: rotation.y, qz: rotation.z, qw: rotation.w };
}

export function rotationOf(p: Pose): Quat {
  return { x: p.qx, y: p.qy, z: p.qz, w: p.qw };
}

/** Composes two poses: `child` is in the frame of `parent`; the result is in the frame that `parent` is in. */
export function compose(parent: Pose, child: Pose): Pose {
  const rotation = rotationOf(parent);
  const moved = rotate(rotation, child);
  return pose(
    { x: parent.x + moved.x, y: parent.y + moved.y, z: parent.z + moved.z },
    multiply(rotation, rotationOf(child)),
  );
}

export function inverse(p: Pose): Pose {
  const rotation = conjugate(rotationOf(p));
  const back = rotate(rotation, p);
  return pose({ x: -back.x, y: -back.y, z: -back.z }, rotation);
}

/** Returns the pose of `target` relative to `frame`, both given in the same frame. */
export function relativeTo(frame: Pose, target: Pose): Pose {
  return compose(inverse(frame), target);
}

export function transformPoint(p: Pose, point: Vec3): Vec3 {
  const moved = rotate(rotationOf(p), point);
  return { x: p.x + moved.x, y: p.y + moved.y, z: p.z + moved.z };
}

/** Composes stored poses (seven numbers from an offset); `out` may be one of the inputs. Allocates nothing. */
export function composeInto(
  out: Float64Array,
  outAt: number,
  parent: Float64Array,
  parentAt: number,
  child: Float64Array,
  childAt: number,
): void {
  const ax = parent[parentAt + 3]!;
  const ay = parent[parentAt + 4]!;
  const az = parent[parentAt + 5]!;
  const aw = parent[parentAt + 6]!;
  const bx = child[childAt + 3]!;
  const by = child[childAt + 4]!;
  const bz = child[childAt + 5]!;
  const bw = child[childAt + 6]!;
  const vx = child[childAt]!;
  const vy = child[childAt + 1]!;
  const vz = child[childAt + 2]!;
  const tx = 2 * (ay * vz - az * vy);
  const ty = 2 * (az * vx - ax * vz);
  const tz = 2 * (ax * vy - ay * vx);
  const x = parent[parentAt]! + vx + aw * tx + ay * tz - az * ty;
  const y = parent[parentAt + 1]! + vy + aw * ty + az * tx - ax * tz;
  const z = parent[parentAt + 2]! + vz + aw * tz + ax * ty - ay * tx;
  out[outAt] = x;
  out[outAt + 1] = y;
  out[outAt + 2] = z;
  out[outAt + 3] = aw * bx + ax * bw + ay * bz - az * by;
  out[outAt + 4] = aw * by - ax * bz + ay * bw + az * bx;
  out[outAt + 5] = aw * bz + ax * by - ay * bx + az * bw;
  out[outAt + 6] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Inverts a stored pose. */
export function invertInto(out: Float64Array, outAt: number, p: Float64Array, at: number): void {
  const qx = -p[at + 3]!;
  const qy = -p[at + 4]!;
  const qz = -p[at + 5]!;
  const qw = p[at + 6]!;
  const vx = p[at]!;
  const vy = p[at + 1]!;
  const vz = p[at + 2]!;
  const tx = 2 * (qy * vz - qz * vy);
  const ty = 2 * (qz * vx - qx * vz);
  const tz = 2 * (qx * vy - qy * vx);
  out[outAt] = -(vx + qw * tx + qy * tz - qz * ty);
  out[outAt + 1] = -(vy + qw * ty + qz * tx - qx * tz);
  out[outAt + 2] = -(vz + qw * tz + qx * ty - qy * tx);
  out[outAt + 3] = qx;
  out[outAt + 4] = qy;
  out[outAt + 5] = qz;
  out[outAt + 6] = qw;
}
