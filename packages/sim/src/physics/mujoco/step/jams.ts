import type { ContactRows, MujocoModel } from "../model/model.ts";
import { CONTACT_DOUBLES, CONTACT_INTS, contactDouble, contactInt } from "../model/module.ts";

/**
 * The fraction of its friction that a contact keeps while the force without friction is computed. Not 0, because MuJoCo
 * divides by it.
 */
const NEXT_TO_NONE = 1e-4;
/** A contact force up to this factor above the one without friction is not a jam. */
const SLACK = 1.01;
/** Friction coefficients per contact: along both of its directions, about its normal, and two for rolling. */
const FRICTIONS = 5;

/**
 * Makes the second half of MuJoCo's step. Where a mechanism touches a moving thing, limits friction to what the contact
 * force without friction allows. Otherwise they may jam, like a leaning box between the ground and the vehicle that
 * pushes it: the stronger the motor, the firmer it sticks. Costs two or three additional solutions where that happens.
 */
export function stepWithoutJams(model: MujocoModel, contacts: ContactRows | undefined): void {
  const { mujoco, data } = model;
  const touching = contacts === undefined || model.mechanisms.size === 0 ? none : touchingMechanisms(model, contacts);
  if (touching.length === 0) mujoco.mj_step2(model.model, data);
  else solveJams(model, contacts!, touching);
}

function solveJams(model: MujocoModel, { doubles, ints }: ContactRows, touching: readonly number[]): void {
  const { mujoco, data } = model;
  const rows = touching.map((contact) => ints[contact * CONTACT_INTS + contactInt.row]!);
  const frictions = touching.map((contact) => frictionOf(doubles, contact));
  const { qpos, qvel, qacc_warmstart } = model.views;
  const [positions, velocities, accelerations] = [qpos.slice(), qvel.slice(), qacc_warmstart.slice()];
  const goBack = (): void => {
    qpos.set(positions);
    qvel.set(velocities);
    qacc_warmstart.set(accelerations);
  };
  const pressures = (): number[] => {
    mujoco.mj_step2(model.model, data);
    const forces = data.efc_force;
    return rows.map((row) => forces[row]!);
  };
  for (const contact of touching) setFriction(doubles, contact, frictionOf(doubles, contact), NEXT_TO_NONE);
  const loose = pressures();
  goBack();
  touching.forEach((contact, i) => setFriction(doubles, contact, frictions[i]!, 1));
  const firm = pressures();
  if (firm.every((pressure, i) => pressure <= SLACK * loose[i]!)) return;
  goBack();
  touching.forEach((contact, i) => {
    if (firm[i]! <= SLACK * loose[i]!) return;
    setFriction(doubles, contact, frictions[i]!, Math.max(loose[i]! / firm[i]!, NEXT_TO_NONE));
  });
  mujoco.mj_step2(model.model, data);
}

const none: readonly number[] = [];

/** Returns the contacts of mechanisms with other moving things. */
function touchingMechanisms({ trees, mechanisms }: MujocoModel, { count, ints }: ContactRows): number[] {
  const touching: number[] = [];
  for (let i = 0; i < count; i++) {
    const first = trees[ints[i * CONTACT_INTS + contactInt.geom1]!]!;
    const second = trees[ints[i * CONTACT_INTS + contactInt.geom2]!]!;
    if (first === second || first < 0 || second < 0 || ints[i * CONTACT_INTS + contactInt.row]! < 0) continue;
    if (mechanisms.has(first) || mechanisms.has(second)) touching.push(i);
  }
  return touching;
}

interface Friction {
  readonly all: Float64Array;
  /** The solver's own coefficient, which MuJoCo derives from the first one. */
  readonly cone: number;
}

function frictionOf(doubles: Float64Array, contact: number): Friction {
  const at = contact * CONTACT_DOUBLES;
  const first = at + contactDouble.friction;
  return { all: doubles.slice(first, first + FRICTIONS), cone: doubles[at + contactDouble.cone]! };
}

function setFriction(doubles: Float64Array, contact: number, { all, cone }: Friction, share: number): void {
  const at = contact * CONTACT_DOUBLES;
  for (let k = 0; k < FRICTIONS; k++) doubles[at + contactDouble.friction + k] = share * all[k]!;
  doubles[at + contactDouble.cone] = share * cone;
}
