import { atan, sin, tan } from "../../base/math/math.ts";

/** Dimensions of a vehicle with steered front wheels; metres and radians. */
export interface AckermannGeometry {
  /** Between the front and rear axles. */
  readonly wheelBase: number;
  readonly wheelSeparation: number;
  /** Between the steering joints of the front wheels. */
  readonly kingpinWidth: number;
  readonly wheelRadius: number;
  /** Largest steering angle. */
  readonly steeringLimit: number;
}

/** Angles of the front wheels, rad, and speeds of the wheels of each side, rad/s. */
export interface AckermannCommand {
  readonly leftAngle: number;
  readonly rightAngle: number;
  readonly leftSpeed: number;
  readonly rightSpeed: number;
}

/**
 * Returns the command that gives the vehicle this velocity (m/s, rad/s), but turns no tighter than its steering limit
 * allows.
 */
export function ackermannCommand(linear: number, angular: number, geometry: AckermannGeometry): AckermannCommand {
  const { wheelBase, wheelSeparation, wheelRadius, steeringLimit } = geometry;
  const tightest = wheelBase / sin(steeringLimit);
  const asked = linear / angular;
  // At rest, steers as if going forward, to the commanded side.
  const isLeft = asked > 0 || (asked === 0 && angular > 0);
  const wide = Math.max(Math.abs(asked), tightest);
  const radius = Math.abs(angular) < STRAIGHT ? FAR : isLeft ? wide : -wide;
  const differential = wheelSeparation / (2 * radius);
  return {
    ...steeringAngles(radius, geometry),
    leftSpeed: (linear * (1 - differential)) / wheelRadius,
    rightSpeed: (linear * (1 + differential)) / wheelRadius,
  };
}

/**
 * Returns the angles at which both front wheels roll about one centre, `radius` metres to the left of the rear axle.
 */
export function steeringAngles(radius: number, { wheelBase, kingpinWidth }: AckermannGeometry) {
  return {
    leftAngle: atan(wheelBase / (radius - kingpinWidth / 2)),
    rightAngle: atan(wheelBase / (radius + kingpinWidth / 2)),
  };
}

/** Returns the turning radius of the vehicle for this angle of a wheel in the middle of the front axle. */
export function turningRadius(angle: number, { wheelBase, steeringLimit }: AckermannGeometry): number {
  const within = Math.max(-steeringLimit, Math.min(steeringLimit, angle));
  return Math.abs(within) < 1e-9 ? FAR : wheelBase / tan(within);
}

/** In rad/s: below this rate a vehicle goes straight. */
const STRAIGHT = 0.001;
const FAR = 1e9;
