import type { gz } from "@orrery/msgs";
import { pose, type Pose } from "../base/pose.ts";
import { noRotation, normalizeQuat } from "../base/quat.ts";
import { boundedVector } from "./vector-message.ts";

/** Returns the two parts of a pose in `gz.msgs.Pose`. */
export function toPoseMessage({ x, y, z, qx, qy, qz, qw }: Pose): Required<Pick<gz.Pose, "position" | "orientation">> {
  return { position: { x, y, z }, orientation: { x: qx, y: qy, z: qz, w: qw } };
}

/** Reads a pose as Gazebo does: missing parts mean zero and no rotation. Throws if it is invalid. */
export function fromPoseMessage({ position, orientation }: gz.Pose): Pose {
  const at = boundedVector("position", "position", position);
  if (orientation === undefined) return pose(at, noRotation);
  const { x = 0, y = 0, z = 0, w = 0 } = orientation;
  const size = x * x + y * y + z * z + w * w;
  if (!(size > 0 && Number.isFinite(size))) throw new Error("an orientation must be a quaternion other than zero");
  return pose(at, normalizeQuat({ x, y, z, w }));
}
