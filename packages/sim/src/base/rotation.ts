import { atan2, cos, sin } from "./math/math.ts";
import { noRotation, type Quat } from "./quat.ts";
import { normalize, zero, type Vec3 } from "./vec3.ts";

/** A full turn, rad. */
export const TURN = 6.283185307179586;

/** Radians about the fixed axes x, y and z, applied in this order: R = Rz(yaw) · Ry(pitch) · Rx(roll), as in SDF. */
export interface RollPitchYaw {
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

export function fromRollPitchYaw(roll: number, pitch: number, yaw: number): Quat {
  const cr = cos(roll / 2);
  const sr = sin(roll / 2);
  const cp = cos(pitch / 2);
  const sp = sin(pitch / 2);
  const cy = cos(yaw / 2);
  const sy = sin(yaw / 2);
  return {
    x: sr * cp * cy - cr * sp * sy,
    y: cr * sp * cy + sr * cp * sy,
    z: cr * cp * sy - sr * sp * cy,
    w: cr * cp * cy + sr * sp * sy,
  };
}

/**
 * Returns pitch in −π/2 … π/2, and the others in −π … π. Looking straight up or down, only roll ∓ yaw is determined;
 * yaw is then 0.
 */
export function toRollPitchYaw({ x, y, z, w }: Quat): RollPitchYaw {
  // The first column and the last row of the rotation matrix.
  const r00 = 1 - 2 * (y * y + z * z);
  const r10 = 2 * (x * y + w * z);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const level = Math.sqrt(r00 * r00 + r10 * r10);
  const pitch = atan2(-r20, level);
  if (level < 1e-7) {
    const r01 = 2 * (x * y - w * z);
    const r11 = 1 - 2 * (x * x + z * z);
    return { roll: r20 < 0 ? atan2(r01, r11) : atan2(-r01, r11), pitch, yaw: 0 };
  }
  return { roll: atan2(r21, r22), pitch, yaw: atan2(r10, r00) };
}

/**
 * Returns the rotation by `angle` radians about `axis`, which need not have length 1. An axis of length 0 gives no
 * rotation.
 */
export function fromAxisAngle(axis: Vec3, angle: number): Quat {
  const unit = normalize(axis);
  if (unit.x === 0 && unit.y === 0 && unit.z === 0) return noRotation;
  const s = sin(angle / 2);
  return { x: unit.x * s, y: unit.y * s, z: unit.z * s, w: cos(angle / 2) };
}

/** Returns the axis times the angle in radians, by the shorter way round (0 … π). */
export function toRotationVector({ x, y, z, w }: Quat): Vec3 {
  const s = Math.sqrt(x * x + y * y + z * z);
  if (s === 0) return zero;
  // atan2 stays exact at small angles, where acos(w) would lose half of the digits. q and −q are the same rotation.
  const angle = 2 * (w < 0 ? atan2(-s, -w) : atan2(s, w));
  const factor = angle / s;
  return { x: x * factor, y: y * factor, z: z * factor };
}

export function fromRotationVector(v: Vec3): Quat {
  return fromAxisAngle(v, Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
}

/** Returns the angle in 0 … π and an axis of length 1, which is x if there is no rotation. */
export function toAxisAngle(q: Quat): { readonly axis: Vec3; readonly angle: number } {
  const v = toRotationVector(q);
  const angle = Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return angle === 0 ? { axis: { x: 1, y: 0, z: 0 }, angle } : { axis: normalize(v), angle };
}
