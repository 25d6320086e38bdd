import type { Vec3 } from "./vec3.ts";

/** A rotation, of unit length. */
export interface Quat {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export const noRotation: Quat = { x: 0, y: 0, z: 0, w: 1 };

/** Multiplies two rotations: b is applied first, then a. */
export function multiply(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

export function conjugate(a: Quat): Quat {
  return { x: -a.x, y: -a.y, z: -a.z, w: a.w };
}

export function rotate(q: Quat, v: Vec3): Vec3 {
  // t = 2 q × v; v + w t + q × t
  const tx = 2 * (q.y * v.z - q.z * v.y);
  const ty = 2 * (q.z * v.x - q.x * v.z);
  const tz = 2 * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  };
}

/** Scales to length 1; a quaternion of zero length becomes no rotation. */
export function normalizeQuat(a: Quat): Quat {
  const size = Math.sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
  return size === 0 ? noRotation : { x: a.x / size, y: a.y / size, z: a.z / size, w: a.w / size };
}

/** Returns the smallest rotation that turns one unit vector into another. */
export function rotationBetween(from: Vec3, to: Vec3): Quat {
  const cosine = from.x * to.x + from.y * to.y + from.z * to.z;
  if (cosine < -0.999999999) {
    // Half a turn about any axis perpendicular to `from`.
    const axis = Math.abs(from.x) < 0.9 ? { x: 0, y: -from.z, z: from.y } : { x: from.z, y: 0, z: -from.x };
    return normalizeQuat({ ...axis, w: 0 });
  }
  return normalizeQuat({
    x: from.y * to.z - from.z * to.y,
    y: from.z * to.x - from.x * to.z,
    z: from.x * to.y - from.y * to.x,
    w: 1 + cosine,
  });
}
