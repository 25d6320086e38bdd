import type { gz } from "@orrery/msgs";
import type { Vec3 } from "../base/vec3.ts";

/** Parts that are left out are zero. */
export function vectorOf({ x = 0, y = 0, z = 0 }: gz.Vector3d = {}): Vec3 {
  return { x, y, z };
}
