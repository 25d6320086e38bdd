import { numberParam, optionalNumberParam } from "../../runner/systems/params.ts";

/**
 * Limits of a speed, of its rate of change, and of the rate of change of that: in m/s or rad/s, per second, per second
 * squared.
 */
export interface SpeedLimits {
  readonly minVelocity: number;
  readonly maxVelocity: number;
  readonly minAcceleration: number;
  readonly maxAcceleration: number;
  readonly minJerk: number;
  readonly maxJerk: number;
}

/**
 * Returns the speed nearest to the wanted one that the limits allow after the speeds of the last two steps. Jerk is
 * limited first, then acceleration, then speed.
 */
export function limitSpeed(
  wanted: number,
  last: number,
  beforeLast: number,
  dt: number,
  { minVelocity, maxVelocity, minAcceleration, maxAcceleration, minJerk, maxJerk }: SpeedLimits,
): number {
  const lastAcceleration = (last - beforeLast) / dt;
  let speed = wanted;
  // Values within bounds are not recomputed: v + (w − v) / dt · dt does not always equal w.
  const jerk = ((speed - last) / dt - lastAcceleration) / dt;
  if (jerk < minJerk) speed = last + (lastAcceleration + minJerk * dt) * dt;
  else if (jerk > maxJerk) speed = last + (lastAcceleration + maxJerk * dt) * dt;
  const acceleration = (speed - last) / dt;
  if (acceleration < minAcceleration) speed = last + minAcceleration * dt;
  else if (acceleration > maxAcceleration) speed = last + maxAcceleration * dt;
  return Math.min(Math.max(speed, minVelocity), maxVelocity);
}

/** Limits that apply both to linear (m/s …) and to angular (rad/s …) speed. */
export const limitParams = {
  minVelocity: numberParam("min_velocity", -Infinity, "m/s and rad/s"),
  maxVelocity: numberParam("max_velocity", Infinity, "m/s and rad/s"),
  minAcceleration: numberParam("min_acceleration", -Infinity, "m/s² and rad/s²"),
  maxAcceleration: numberParam("max_acceleration", Infinity, "m/s² and rad/s²"),
  minJerk: numberParam("min_jerk", -Infinity, "m/s³ and rad/s³"),
  maxJerk: numberParam("max_jerk", Infinity, "m/s³ and rad/s³"),
};

/** Separate limits for linear or angular speed, which override the common ones. */
export const ownLimitParams = {
  minLinearVelocity: optionalNumberParam("min_linear_velocity", "m/s"),
  maxLinearVelocity: optionalNumberParam("max_linear_velocity", "m/s"),
  minLinearAcceleration: optionalNumberParam("min_linear_acceleration", "m/s²"),
  maxLinearAcceleration: optionalNumberParam("max_linear_acceleration", "m/s²"),
  minLinearJerk: optionalNumberParam("min_linear_jerk", "m/s³"),
  maxLinearJerk: optionalNumberParam("max_linear_jerk", "m/s³"),
  minAngularVelocity: optionalNumberParam("min_angular_velocity", "rad/s"),
  maxAngularVelocity: optionalNumberParam("max_angular_velocity", "rad/s"),
  minAngularAcceleration: optionalNumberParam("min_angular_acceleration", "rad/s²"),
  maxAngularAcceleration: optionalNumberParam("max_angular_acceleration", "rad/s²"),
  minAngularJerk: optionalNumberParam("min_angular_jerk", "rad/s³"),
  maxAngularJerk: optionalNumberParam("max_angular_jerk", "rad/s³"),
};

type Own = { readonly [K in keyof typeof ownLimitParams]: number | undefined };

export function linearLimits(params: SpeedLimits & Own): SpeedLimits {
  return {
    minVelocity: params.minLinearVelocity ?? params.minVelocity,
    maxVelocity: params.maxLinearVelocity ?? params.maxVelocity,
    minAcceleration: params.minLinearAcceleration ?? params.minAcceleration,
    maxAcceleration: params.maxLinearAcceleration ?? params.maxAcceleration,
    minJerk: params.minLinearJerk ?? params.minJerk,
    maxJerk: params.maxLinearJerk ?? params.maxJerk,
  };
}

export function angularLimits(params: SpeedLimits & Own): SpeedLimits {
  return {
    minVelocity: params.minAngularVelocity ?? params.minVelocity,
    maxVelocity: params.maxAngularVelocity ?? params.maxVelocity,
    minAcceleration: params.minAngularAcceleration ?? params.minAcceleration,
    maxAcceleration: params.maxAngularAcceleration ?? params.maxAcceleration,
    minJerk: params.minAngularJerk ?? params.minJerk,
    maxJerk: params.maxAngularJerk ?? params.maxJerk,
  };
}
