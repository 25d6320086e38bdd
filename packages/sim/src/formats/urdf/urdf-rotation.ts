import { atan2 } from "../../base/math/math.ts";
import { pose, rotationOf, type Pose } from "../../base/pose.ts";
import type { Quat } from "../../base/quat.ts";
import { fromRollPitchYaw, toRollPitchYaw, type RollPitchYaw } from "../../base/rotation.ts";

/** Sine of the pitch above which URDF's own library assumes a right angle, which is 0.26° short of it. */
const RIGHT_ANGLE = 0.99999;

/**
 * Returns roll, pitch and yaw as computed by URDF's own library. With it, robots written with a pitch of 1.57 are
 * exactly upright everywhere, so this follows it.
 */
export function urdfAngles(q: Quat): RollPitchYaw {
  const square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  const sine = (-2 * (q.x * q.z - q.w * q.y)) / square;
  if (sine <= -RIGHT_ANGLE) return { roll: 0, pitch: -Math.PI / 2, yaw: 2 * atan2(q.x, -q.y) };
  if (sine >= RIGHT_ANGLE) return { roll: 0, pitch: Math.PI / 2, yaw: 2 * atan2(-q.x, q.y) };
  return toRollPitchYaw(q);
}

/** Returns the rotation that those angles give. */
export function urdfRotation(q: Quat): Quat {
  const { roll, pitch, yaw } = urdfAngles(q);
  const isExact = Math.abs(pitch) < Math.PI / 2;
  return isExact ? q : fromRollPitchYaw(roll, pitch, yaw);
}

export function urdfPose(p: Pose): Pose {
  return pose(p, urdfRotation(rotationOf(p)));
}
