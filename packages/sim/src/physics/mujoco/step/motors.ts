import type { MujocoModel } from "../model/model.ts";
import {
  DAMPING,
  MAX_FORCE,
  MODE,
  STIFFNESS,
  TARGET,
  TO_POSITION,
  TO_SPEED,
  type MotorTable,
} from "../scene/motor-table.ts";
import type { JointAddress } from "../model/addresses.ts";
import type { MujocoIntegrator } from "../model/settings.ts";
import { UNLIMITED } from "../model/xml.ts";

/** Numbers that MuJoCo keeps for an actuator's gain, and for its bias: constant, by position, by velocity, … */
const PARAMETERS = 10;
/**
 * Ratio of the inertia of a motor without a limit to the joint's inertia; its speed is off by one part in this number.
 */
const RIGID = 1e8;

/** In rad/s² or m/s²: a motor's acceleration below this does not count as a kick. */
const KICK = 10;
const NONE = new Float64Array(0);

/** Sets up all motors that do not change from step to step, and returns the others: those that hold a speed. */
export function setMotors(model: MujocoModel, motors: MotorTable): SpeedMotor[] {
  const speeds: SpeedMotor[] = [];
  for (const place of model.joints) {
    for (let axis = 0; axis < motors.axes(place.joint.slot); axis++) {
      const speed = setMotor(model, motors, place, axis);
      if (speed !== undefined) speeds.push(speed);
    }
  }
  return speeds;
}

export interface SpeedMotor {
  readonly actuator: number;
  readonly velocity: number;
  readonly target: number;
  readonly maxForce: number;
}

function setMotor(model: MujocoModel, motors: MotorTable, place: JointAddress, axis: number): SpeedMotor | undefined {
  const { numbers } = motors;
  const at = motors.at(place.joint.slot, axis);
  const actuator = place.actuator + axis;
  const target = numbers[at + TARGET]!;
  const maxForce = Math.min(numbers[at + MAX_FORCE]!, place.joint.desc.axes[axis]!.effort);
  switch (numbers[at + MODE]) {
    case TO_SPEED:
      return { actuator, velocity: place.velocities[axis]!, target, maxForce };
    case TO_POSITION:
      write(model, actuator, target, numbers[at + STIFFNESS]!, 0, numbers[at + DAMPING]!, maxForce);
      return undefined;
    default:
      write(model, actuator, 0, 0, 0, 0, UNLIMITED);
      return undefined;
  }
}

/**
 * Sets up motors that hold a speed, right before a step. A motor that cannot reach its speed in this step with its
 * largest force applies exactly that force. Otherwise it is an implicit damper towards the speed, as strong as its
 * force allows at the current difference. Returns the accelerations that the motors are about to cause, by velocity;
 * empty if none is large.
 */
export function driveSpeeds(
  model: MujocoModel,
  motors: readonly SpeedMotor[],
  dt: number,
  by: MujocoIntegrator,
): Float64Array {
  if (motors.length === 0) return NONE;
  const { qvel, dof_invweight0: lightness } = model.views;
  let kicks = NONE;
  for (const { actuator, velocity, target, maxForce } of motors) {
    const gap = target - qvel[velocity]!;
    const ease = Math.max(lightness[velocity]!, 1e-15) * dt;
    if (Math.abs(gap) > KICK * dt) {
      if (kicks.length === 0) kicks = noKicks(qvel.length);
      const most = maxForce * ease;
      kicks[velocity] = Math.min(Math.max(gap, -most), most) / dt;
    }
    if (maxForce * ease < Math.abs(gap) / 2) {
      write(model, actuator, 0, 0, gap < 0 ? -maxForce : maxForce, 0, UNLIMITED);
      continue;
    }
    // An explicit damper must not overshoot.
    const most = (by === "rk4" ? 0.5 : RIGID) / ease;
    write(model, actuator, target, 0, 0, gap === 0 ? most : Math.min(most, maxForce / Math.abs(gap)), UNLIMITED, true);
  }
  return kicks;
}

/** Returns zeros, in memory that is used again in every step. */
function noKicks(length: number): Float64Array<ArrayBuffer> {
  if (spareKicks.length === length) spareKicks.fill(0);
  else spareKicks = new Float64Array(length);
  return spareKicks;
}

let spareKicks = NONE;

function write(
  { views }: MujocoModel,
  actuator: number,
  target: number,
  stiffness: number,
  force: number,
  damping: number,
  maxForce: number,
  toSpeed = false,
): void {
  const { actuator_gainprm: gain, actuator_biasprm: bias, actuator_forcerange: range, ctrl } = views;
  const at = PARAMETERS * actuator;
  gain[at] = toSpeed ? damping : stiffness;
  bias[at] = force;
  bias[at + 1] = -stiffness;
  bias[at + 2] = -damping;
  const most = Math.min(maxForce, UNLIMITED);
  range[2 * actuator] = -most;
  range[2 * actuator + 1] = most;
  ctrl[actuator] = target;
}
