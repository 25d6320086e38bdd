import type { Pose } from "../../base/pose.ts";
import { worldPose } from "../../entities/find.ts";
import type { Property } from "./property.ts";

/** Where an entity is in the world. */
export const worldPoseProperty: Property = {
  type: "pose3d",
  units: ["m", "m", "m", "", "", "", ""],
  open: ({ world }, entity) => ({
    read: (_, out, at) => writePose(worldPose(world, entity), out, at),
  }),
};

export function writePose({ x, y, z, qx, qy, qz, qw }: Pose, out: Float64Array, at: number): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = qx;
  out[at + 4] = qy;
  out[at + 5] = qz;
  out[at + 6] = qw;
}
