import { pose, quat, vec3, type Pose, type Quat, type Vec3 } from "@orrery/sim";

/** A place on something. */
export interface SurfacePlace {
  readonly point: Vec3;
  /** Pointing away from it; level if undefined. */
  readonly normal: Vec3 | undefined;
}

/** Cosine: nothing can stand on steeper surfaces, so things stand upright in front of them. */
const STEEP = 0.5;
const UP: Vec3 = { x: 0, y: 0, z: 1 };

/**
 * Returns the pose of a thing standing there: its middle over the point, its lowest point touching, its z along the
 * normal if that points up. `points` are its extreme points in its own frame, x y z x y z …
 */
export function standingOn({ point, normal = UP }: SurfacePlace, points: ArrayLike<number>): Pose {
  const isLevel = normal.z > 1 - 1e-6;
  const up = isLevel ? UP : normal;
  const rotation = isLevel || up.z < STEEP ? quat.noRotation : quat.rotationBetween(UP, up);
  return pose(touching(point, up, rotation, points), rotation);
}

/** Returns the offset that puts things onto a surface without turning them. */
export function shiftOnto({ point, normal = UP }: SurfacePlace, points: ArrayLike<number>): Vec3 {
  return touching(point, normal.z > 1 - 1e-6 ? UP : normal, quat.noRotation, points);
}

/** Returns the box along the axes around points; `undefined` without points. */
export function boundsOfPoints(points: ArrayLike<number>): { readonly low: Vec3; readonly high: Vec3 } | undefined {
  if (points.length === 0) return undefined;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const axis = i % 3;
    low[axis] = Math.min(low[axis]!, points[i]!);
    high[axis] = Math.max(high[axis]!, points[i]!);
  }
  return { low: vec3.vec3(low[0]!, low[1]!, low[2]!), high: vec3.vec3(high[0]!, high[1]!, high[2]!) };
}

function touching(point: Vec3, up: Vec3, rotation: Quat, points: ArrayLike<number>): Vec3 {
  const bounds = boundsOfPoints(points);
  if (bounds === undefined) return point;
  const middle = { x: (bounds.low.x + bounds.high.x) / 2, y: (bounds.low.y + bounds.high.y) / 2, z: 0 };
  // The downward direction in the thing's frame.
  const own = quat.rotate(quat.conjugate(rotation), up);
  let lowest = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const height =
      own.x * (points[i]! - middle.x) + own.y * (points[i + 1]! - middle.y) + own.z * (points[i + 2]! - middle.z);
    lowest = Math.min(lowest, height);
  }
  return vec3.subtract(vec3.subtract(point, vec3.scale(up, lowest)), quat.rotate(rotation, middle));
}
