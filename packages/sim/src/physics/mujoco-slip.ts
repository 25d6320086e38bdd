import type { MujocoModel } from "./mujoco-model.ts";
import { CONTACT_DOUBLES, CONTACT_INTS, contactDouble, contactInt } from "./mujoco-module.ts";
import { CONTACT_DAMPING, CONTACT_STIFFNESS } from "./mujoco-settings.ts";

/** How many times of what friction gave in the last step it may be asked for in the next: what it can give is soon found. */
const GROWTH = 2;
/** Of friction times gravity, and of friction times how hard a contact comes: enough for a body that rests or lands. */
const OF_GRAVITY = 4;
const OF_IMPACT = 4;
/** m/s²: asked for at least. */
const LEAST = 1;

/**
 * Between MuJoCo's two halves of a step. Friction works against slip as a damper that would end it within two steps. Where
 * friction is too weak for that, MuJoCo's contact model makes up for what is missing by lifting: by the friction times the
 * missing deceleration. So no more is asked of a contact than it can about give.
 */
export function limitSlip(model: MujocoModel, gravity: number, dt: number): void {
  const { data } = model;
  const count = data.ncon;
  if (count === 0) return;
  const { buffer, byteOffset } = data.arena;
  const doubles = new Float64Array(buffer, byteOffset, count * CONTACT_DOUBLES);
  const ints = new Int32Array(buffer, byteOffset, count * CONTACT_INTS);
  const speeds = data.efc_vel;
  const depths = data.efc_pos;
  // As MuJoCo takes them, at the end of the step.
  const full = 1 + (CONTACT_DAMPING / 0.99) * dt + (CONTACT_STIFFNESS / 0.99) * dt * dt;
  const damping = CONTACT_DAMPING / 0.99 / (1 + (CONTACT_DAMPING / 0.99) * dt);
  const stiffness = CONTACT_STIFFNESS / 0.99 / full;
  for (let i = 0; i < count; i++) {
    const row = ints[i * CONTACT_INTS + contactInt.row]!;
    if (row < 0) continue;
    const x = speeds[row + 1]!;
    const y = speeds[row + 2]!;
    const square = x * x + y * y;
    const at = i * CONTACT_DOUBLES;
    const friction = doubles[at + contactDouble.friction]!;
    const resting = OF_GRAVITY * friction * gravity + LEAST;
    if (damping * damping * square <= resting * resting) continue;
    const impact =
      Math.max(0, -damping * speeds[row]!) + Math.max(0, -stiffness * doubles[at + contactDouble.distance]!);
    const slip = Math.sqrt(square);
    const given = -(x * lastAcceleration(model, row + 1) + y * lastAcceleration(model, row + 2)) / slip;
    const wanted = damping * slip;
    const most = resting + OF_IMPACT * friction * impact + GROWTH * Math.max(0, given);
    const asked = Math.min(most, wanted);
    depths[row]! += (friction * Math.max(0, asked - Math.max(0, given))) / stiffness;
    if (wanted <= most) continue;
    const share = most / slip;
    // Next to nothing, but below zero: otherwise MuJoCo takes both for a time and a ratio.
    doubles[at + contactDouble.solrefFriction] = -1e-12;
    doubles[at + contactDouble.solrefFriction + 1] =
      (-share / (1 - share * dt)) * doubles[at + contactDouble.solimp + 1]!;
  }
}

/** Along a row of constraints, as things are now but with the last step's accelerations. */
function lastAcceleration({ data, isSparse, views }: MujocoModel, row: number): number {
  const { efc_J: jacobian } = data;
  const { qacc_warmstart: accelerations } = views;
  let sum = 0;
  if (!isSparse) {
    const from = row * accelerations.length;
    for (let k = 0; k < accelerations.length; k++) sum += jacobian[from + k]! * accelerations[k]!;
    return sum;
  }
  const columns = data.efc_J_colind;
  const from = data.efc_J_rowadr[row]!;
  const to = from + data.efc_J_rownnz[row]!;
  for (let k = from; k < to; k++) sum += jacobian[k]! * accelerations[columns[k]!]!;
  return sum;
}
