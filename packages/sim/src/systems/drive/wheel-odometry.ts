import { cos, sin } from "../../base/math/math.ts";
import { identityPose, type Pose } from "../../base/pose.ts";
import { meanOf, pushSample } from "./rolling-mean.ts";

/** The pose of a vehicle according to its wheels. It starts at zero, wherever the vehicle is. */
export interface WheelOdometry {
  readonly x: number;
  readonly y: number;
  /** In rad, over any number of turns. */
  readonly heading: number;
  /** How far the wheels had turned at the last update, rad. */
  readonly wheels: readonly number[];
  /** Speeds in the last steps. */
  readonly linear: readonly number[];
  readonly lateral: readonly number[];
  readonly angular: readonly number[];
}

/** A vehicle's motion: metres along and across its axis, and rad. */
export interface Motion {
  readonly linear: number;
  readonly lateral: number;
  readonly angular: number;
}

export function startOdometry(wheels: readonly number[]): WheelOdometry {
  return { x: 0, y: 0, heading: 0, wheels, linear: [], lateral: [], angular: [] };
}

/** Advances along the arc of a steady motion over the step. Speeds are smoothed over `window` steps. */
export function advanceOdometry(
  odometry: WheelOdometry,
  wheels: readonly number[],
  motion: Motion,
  dt: number,
  window: number,
): WheelOdometry {
  const { linear, lateral, angular } = motion;
  const { heading } = odometry;
  const { x, y } = meanDirection(heading, angular);
  return {
    x: odometry.x + linear * x - lateral * y,
    y: odometry.y + linear * y + lateral * x,
    heading: heading + angular,
    wheels,
    linear: pushSample(odometry.linear, linear / dt, window),
    lateral: pushSample(odometry.lateral, lateral / dt, window),
    angular: pushSample(odometry.angular, angular / dt, window),
  };
}

/** Returns whether a further step at rest would change nothing. */
export function isAtRest({ wheels, linear, lateral, angular }: WheelOdometry, now: readonly number[]): boolean {
  return (
    now.every((position, i) => position === wheels[i]) &&
    [linear, lateral, angular].every((samples) => samples.length > 0 && samples.every((value) => value === 0))
  );
}

export function poseOf({ x, y, heading }: WheelOdometry): Pose {
  return { ...identityPose, x, y, qz: sin(heading / 2), qw: cos(heading / 2) };
}

/** Returns the velocity, m/s and rad/s. */
export function velocityOf({ linear, lateral, angular }: WheelOdometry): Motion {
  return { linear: meanOf(linear), lateral: meanOf(lateral), angular: meanOf(angular) };
}

/** Returns the average direction of the x axis while it turns by an angle. */
function meanDirection(heading: number, angle: number): { readonly x: number; readonly y: number } {
  // When nearly straight, the difference of two sines would lose its precision.
  if (Math.abs(angle) < 1e-6) return { x: cos(heading + angle / 2), y: sin(heading + angle / 2) };
  return {
    x: (sin(heading + angle) - sin(heading)) / angle,
    y: (cos(heading) - cos(heading + angle)) / angle,
  };
}
