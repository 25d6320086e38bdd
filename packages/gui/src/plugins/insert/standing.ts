import { pose, quat, vec3, type Pose, type Quat, type Vec3 } from "@orrery/sim";

/** A place on something. */
export interface SurfacePlace {
  readonly point: Vec3;
  /** Away from it; without one it is level. */
  readonly normal: Vec3 | undefined;
}

/** Cosine: on what is steeper nothing stands, and things are put upright before it. */
const STEEP = 0.5;
const UP: Vec3 = { x: 0, y: 0, z: 1 };

/**
 * Where a thing is when it stands there: its middle over the point, its lowest point touching, its z along the normal where that
 * leads up. `points` are those that it reaches to, x y z after each other in its own frame.
 */
export function standingOn({ point, normal = UP }: SurfacePlace, points: ArrayLike<number>): Pose {
  const isLevel = normal.z > 1 - 1e-6;
  const up = isLevel ? UP : normal;
  const rotation = isLevel || up.z < STEEP ? quat.noRotation : quat.rotationBetween(UP, up);
  return pose(touching(point, up, rotation, points), rotation);
}

/** By how much things have to be moved to lie there, turned as they are. */
export function shiftOnto({ point, normal = UP }: SurfacePlace, points: ArrayLike<number>): Vec3 {
  return touching(point, normal.z > 1 - 1e-6 ? UP : normal, quat.noRotation, points);
}

/** A box along the axes; `undefined` around nothing. */
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
  // The direction that leads down, as the thing sees it.
  const own = quat.rotate(quat.conjugate(rotation), up);
  let lowest = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const height =
      own.x * (points[i]! - middle.x) + own.y * (points[i + 1]! - middle.y) + own.z * (points[i + 2]! - middle.z);
    lowest = Math.min(lowest, height);
  }
  return vec3.subtract(vec3.subtract(point, vec3.scale(up, lowest)), quat.rotate(rotation, middle));
}
