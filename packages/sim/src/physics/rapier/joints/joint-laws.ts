import { nearestTurn } from "../../joint-position.ts";
import {
  BASE,
  BRAKE,
  DAMPING,
  EFFORT,
  FORCE_APPLIED,
  freeAxis,
  FRICTION,
  HOLDER,
  LOWER,
  MAX_FORCE,
  MODE,
  MOTOR,
  MOTOR_APPLIED,
  MOTOR_DAMPING,
  MOTOR_POSITION,
  MOTOR_VELOCITY,
  NO_HANDLE,
  PASSIVE,
  RECORD,
  RUBBING,
  SPRING_APPLIED,
  SPRING_REFERENCE,
  SPRING_STIFFNESS,
  STIFFNESS,
  TARGET,
  UPPER,
  VELOCITY,
  type RapierJointType,
} from "./joint-table.ts";

/** Rapier's largest force: f32. */
const UNLIMITED = 3.4028234e38;
/** Damping that makes a motor hold its speed exactly up to its largest force, for masses from 0.1 g to 100 t. */
const RIGID = 1e12;
/**
 * Rapier knows angles only within half a turn, by their sine. The bound is slightly less, so that rounding never flips
 * the sign.
 */
const NEAR = 3;

/**
 * Functions of the package for joints with any combination of free axes, by number; its typed joints do not offer this.
 */
export interface RawJoints {
  jointBodyHandle1(handle: number): number;
  jointBodyHandle2(handle: number): number;
  jointSetContactsEnabled(handle: number, enabled: boolean): void;
  jointSetLimits(handle: number, axis: number, min: number, max: number): void;
  jointConfigureMotorModel(handle: number, axis: number, model: number): void;
  jointConfigureMotor(
    handle: number,
    axis: number,
    position: number,
    speed: number,
    stiffness: number,
    damping: number,
  ): void;
  jointSetMotorMaxForce(handle: number, axis: number, maxForce: number): void;
}

/** Sets limits, spring and friction of one axis in Rapier. */
export function holdAxis(
  raw: RawJoints,
  n: Float64Array,
  at: number,
  axis: number,
  type: RapierJointType,
  index: number,
): void {
  const free = freeAxis(type, index);
  const [lower, upper, base] = [n[axis + LOWER]!, n[axis + UPPER]!, n[axis + BASE]!];
  if (lower > -Infinity || upper < Infinity) {
    const reach = type === "prismatic" ? 1e9 : Math.PI;
    const from = Math.max(lower - base, -reach);
    raw.jointSetLimits(n[at + HOLDER]!, free, from, Math.max(from, Math.min(upper - base, reach)));
  }
  if (n[at + PASSIVE] !== NO_HANDLE) {
    const target = appliedTarget(n, at, axis, type, index, n[axis + SPRING_REFERENCE]!);
    n[axis + SPRING_APPLIED] = target;
    raw.jointConfigureMotor(n[at + PASSIVE]!, free, target, 0, n[axis + SPRING_STIFFNESS]!, n[axis + DAMPING]!);
    // A motor with neither stiffness nor damping would be rigid: only a largest force of zero switches it off.
    const loose = n[axis + SPRING_STIFFNESS] === 0 && n[axis + DAMPING] === 0;
    raw.jointSetMotorMaxForce(n[at + PASSIVE]!, free, loose ? 0 : UNLIMITED);
  }
  if (n[at + RUBBING] !== NO_HANDLE) rubAxis(raw, n, at, axis, free);
}

/** Sets Rapier's friction of an axis, or its brake while there is one. */
export function rubAxis(raw: RawJoints, n: Float64Array, at: number, axis: number, free: number): void {
  const brake = n[axis + BRAKE]!;
  const isBraked = brake !== Infinity;
  raw.jointConfigureMotor(n[at + RUBBING]!, free, 0, isBraked ? brake : 0, 0, RIGID);
  raw.jointSetMotorMaxForce(n[at + RUBBING]!, free, isBraked ? UNLIMITED : n[axis + FRICTION]!);
}

/** An axis is never braked to less than this fraction of its largest speed. */
const MIN_BRAKED = 0.9;
/**
 * Fraction by which an axis may exceed its largest speed: a motor holds a speed with no better accuracy, and must not
 * be braked.
 */
const SPARE = 5e-3;

/**
 * Returns the speed to which an axis must be braked in the next step; Infinity if it need not be. An axis that is too
 * fast is braked to as far below its largest speed as it is above, and then released: a permanent brake would drive the
 * axis when it should slow down.
 */
export function brakeOf(n: Float64Array, at: number, axis: number, index: number): number {
  const most = n[axis + VELOCITY]!;
  const speed = n[at + RECORD + 3 + index]!;
  const size = Math.abs(speed);
  if (!(size > (1 + SPARE) * most) && most > 0) return Infinity;
  return Math.sign(speed) * Math.max(MIN_BRAKED * most, 2 * most - size);
}

/** Sets the motor of one axis in Rapier. */
export function driveAxis(
  raw: RawJoints,
  n: Float64Array,
  at: number,
  axis: number,
  type: RapierJointType,
  index: number,
  isNew: boolean,
): void {
  const handle = n[at + MOTOR]!;
  if (handle === NO_HANDLE) return;
  const mode = n[axis + MODE]!;
  const position = mode === MOTOR_POSITION ? appliedTarget(n, at, axis, type, index, n[axis + TARGET]!) : 0;
  const stiffness = mode === MOTOR_POSITION ? n[axis + STIFFNESS]! : 0;
  const damping = mode === MOTOR_VELOCITY ? RIGID : n[axis + MOTOR_DAMPING]!;
  // See `holdAxis`.
  const loose = stiffness === 0 && damping === 0;
  const force = loose ? 0 : Math.min(n[axis + MAX_FORCE]!, n[axis + EFFORT]!, UNLIMITED);
  const free = freeAxis(type, index);
  const speed = mode === MOTOR_VELOCITY ? n[axis + TARGET]! : 0;
  raw.jointConfigureMotor(handle, free, position, speed, stiffness, damping);
  if (isNew || force !== n[axis + FORCE_APPLIED]) raw.jointSetMotorMaxForce(handle, free, force);
  n[axis + MOTOR_APPLIED] = position;
  n[axis + FORCE_APPLIED] = force;
}

/** Makes a motor hold a speed. */
export function holdSpeed(raw: RawJoints, handle: number, free: number, speed: number, maxForce: number): void {
  raw.jointConfigureMotor(handle, free, 0, speed, 0, RIGID);
  raw.jointSetMotorMaxForce(handle, free, Math.min(maxForce, UNLIMITED));
}

/** Returns whether a revolute axis may turn further than Rapier's own limits can express. */
export function isWide(n: Float64Array, axis: number): boolean {
  const lower = n[axis + LOWER]!;
  const upper = n[axis + UPPER]!;
  return (lower > -Infinity || upper < Infinity) && (lower < -NEAR || upper > NEAR);
}

export function springHasMoved(
  n: Float64Array,
  at: number,
  axis: number,
  type: RapierJointType,
  index: number,
): boolean {
  if (n[axis + SPRING_STIFFNESS] === 0) return false;
  return n[axis + SPRING_APPLIED] !== appliedTarget(n, at, axis, type, index, n[axis + SPRING_REFERENCE]!);
}

export function motorHasMoved(
  n: Float64Array,
  at: number,
  axis: number,
  type: RapierJointType,
  index: number,
): boolean {
  if (n[axis + MODE] !== MOTOR_POSITION) return false;
  return n[axis + MOTOR_APPLIED] !== appliedTarget(n, at, axis, type, index, n[axis + TARGET]!);
}

/** Returns a target that Rapier can represent: near, relative to the base, and within half a turn. */
function appliedTarget(
  n: Float64Array,
  at: number,
  axis: number,
  type: RapierJointType,
  index: number,
  target: number,
): number {
  if (type === "prismatic") return target;
  const position = n[at + RECORD + index]!;
  const near = position + Math.max(-NEAR, Math.min(NEAR, target - position));
  return nearestTurn(near - n[axis + BASE]!, 0);
}
