import type { gz } from "@orrery/msgs";
import type { Pose } from "../../base/pose.ts";
import { toSecNsec, type Nanoseconds } from "../../base/time.ts";
import type { Vec3 } from "../../base/vec3.ts";

export interface OdometryFrames {
  /** The frame that poses are in. */
  readonly frame: string;
  /** The frame of what moves; omitted if empty. */
  readonly child: string;
}

export function odometryMessage(
  { frame, child }: OdometryFrames,
  timeNs: Nanoseconds,
  { x, y, z, qx, qy, qz, qw }: Pose,
  linear: Vec3,
  angular: Vec3,
): gz.Odometry {
  const data = [{ key: "frame_id", value: [frame] }];
  if (child !== "") data.push({ key: "child_frame_id", value: [child] });
  return {
    header: { stamp: toSecNsec(timeNs), data },
    pose: { position: { x, y, z }, orientation: { x: qx, y: qy, z: qz, w: qw } },
    twist: { linear, angular },
  };
}

/** Returns the same pose as a transform. */
export function transformMessage({ header = {}, pose = {} }: gz.Odometry): gz.Pose_V {
  return { pose: [{ ...pose, header }] };
}
