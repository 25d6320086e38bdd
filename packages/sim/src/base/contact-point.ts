import type { Vec3 } from "./vec3.ts";

/** Where two shapes touch. */
export interface ContactPoint {
  /** World, metres. */
  readonly position: Vec3;
  /** Unit vector from the first shape to the second. */
  readonly normal: Vec3;
  /** Metres of overlap, above zero when they overlap. */
  readonly depth: number;
  /** N, on the second shape by the first, averaged over the last step. */
  readonly force: Vec3;
}
