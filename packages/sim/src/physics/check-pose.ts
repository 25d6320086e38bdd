import type { Pose } from "../base/pose.ts";

/** Throws when it is not finite; `what` has it. */
export function checkPose(what: string, { x, y, z, qx, qy, qz, qw }: Pose): void {
  if (![x, y, z, qx, qy, qz, qw].every(Number.isFinite)) throw new Error(`${what}: its pose is not finite`);
}
