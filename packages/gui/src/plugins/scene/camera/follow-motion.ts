import type { Pose, Vec3 } from "@orrery/sim";
import { nearestTurn, type CameraPlace } from "../../../render/camera/camera-rig.ts";

/** Where a followed thing is, and which way it looks. */
export interface Whereabouts {
  readonly place: Vec3;
  /** Direction of its x axis seen from above, rad: 0 is +x, π/2 is +y. */
  readonly heading: number;
}

/** Returns the heading of a pose, or `undefined` for one that looks nearly straight up or down and has none. */
export function headingOf({ qx, qy, qz, qw }: Pose): number | undefined {
  const x = 1 - 2 * (qy * qy + qz * qz);
  const y = 2 * (qx * qy + qz * qw);
  return Math.hypot(x, y) < LEVEL ? undefined : Math.atan2(y, x);
}

/** Returns the heading of a chasing camera after some time of turning towards `to`, by the shorter way round. */
export function easedHeading(from: number, to: number, seconds: number): number {
  const turn = nearestTurn(to - from);
  return Math.abs(turn) < ARRIVED ? from + turn : from + turn * (1 - Math.exp(-seconds / EASING_S));
}

/** Moves a camera along with what it follows, as if it were fixed to it, upright. */
export function carried(camera: CameraPlace, from: Whereabouts, to: Whereabouts): CameraPlace {
  const turn = to.heading - from.heading;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [camera.target.x - from.place.x, camera.target.y - from.place.y];
  return {
    ...camera,
    target: {
      x: to.place.x + cos * x - sin * y,
      y: to.place.y + sin * x + cos * y,
      z: to.place.z + camera.target.z - from.place.z,
    },
    azimuth: camera.azimuth + turn,
  };
}

/** Returns a place that looks at the same target, from behind something with this heading and a little from above. */
export function behind(camera: CameraPlace, heading: number): CameraPlace {
  const azimuth = camera.azimuth + nearestTurn(heading + Math.PI - camera.azimuth);
  return { ...camera, azimuth, elevation: ABOVE };
}

/** How level the x axis must be to give a heading. */
const LEVEL = 0.2;
/** Time in which two thirds of a turn are made: short enough for a bend, long enough for the shaking of a walk. */
const EASING_S = 0.3;
const ARRIVED = 1e-4;
const ABOVE = 0.35;
