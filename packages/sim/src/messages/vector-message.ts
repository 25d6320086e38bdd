import type { gz } from "@orrery/msgs";
import type { Vec3 } from "../base/vec3.ts";
import { vectorProblem, type Bounded } from "../base/value-bounds.ts";

/** Reads a vector; missing parts are zero. Throws if one is not finite, or out of bounds. */
export function boundedVector(what: string, bounded: Bounded, message: gz.Vector3d | undefined): Vec3 {
  const vector = vectorOf(message);
  const problem = vectorProblem(what, bounded, vector);
  if (problem !== undefined) throw new Error(problem);
  return vector;
}

/** Reads a vector; missing parts are zero. */
export function vectorOf({ x = 0, y = 0, z = 0 }: gz.Vector3d = {}): Vec3 {
  return { x, y, z };
}
