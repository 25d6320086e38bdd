import type { Vec3 } from "./vec3.ts";

/** A point where two shapes touch. */
export interface ContactPoint {
  /** In the world, in metres. */
  readonly position: Vec3;
  /** Unit vector from the first shape to the second. */
  readonly normal: Vec3;
  /** Overlap in metres; above zero if the shapes overlap. */
  readonly depth: number;
  /** In N, on the second shape by the first, averaged over the last step. */
  readonly force: Vec3;
}
