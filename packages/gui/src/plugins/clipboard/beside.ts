import type { Vec3 } from "@orrery/sim";

/** Metres between a thing and its copy. */
const GAP = 0.1;
/** Metres: the copy of a building need not stand outside it. */
const FARTHEST = 5;
/** Used for things without a size. */
const PLAIN = 0.5;

/**
 * Returns the offset that puts a copy beside the original: along the axis that points most to the right on the screen.
 */
export function besideShift(
  bounds: { readonly low: Vec3; readonly high: Vec3 } | undefined,
  rightward: Vec3 = { x: 1, y: 0, z: 0 },
): Vec3 {
  const isAlongX = Math.abs(rightward.x) >= Math.abs(rightward.y);
  const size = bounds === undefined ? PLAIN : isAlongX ? bounds.high.x - bounds.low.x : bounds.high.y - bounds.low.y;
  const way = Math.min(size, FARTHEST) + GAP;
  const sign = (isAlongX ? rightward.x : rightward.y) < 0 ? -1 : 1;
  return isAlongX ? { x: sign * way, y: 0, z: 0 } : { x: 0, y: sign * way, z: 0 };
}
