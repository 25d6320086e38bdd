import { BeforeStep } from "./before-step.ts";
import type { ContactRows, MujocoModel } from "../model/model.ts";
import { grown } from "../../../base/grown.ts";
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
/** Numbers kept per contact: these, and the solver's own coefficient, which MuJoCo derives from the first one. */
const KEPT = FRICTIONS + 1;

/**
 * Makes the second half of MuJoCo's step. Where a mechanism touches a moving thing, limits friction to what the contact
 * force without friction allows. Otherwise they may jam, like a leaning box between the ground and the vehicle that
 * pushes it: the stronger the motor, the firmer it sticks. Costs two or three additional solutions where that happens.
 */
export function stepWithoutJams(model: MujocoModel, contacts: ContactRows | undefined): void {
  if (contacts !== undefined && model.mechanisms.size > 0) touching.find(model, contacts);
  else touching.count = 0;
  if (touching.count > 0) solveJams(model, contacts!);
  else model.mujoco.mj_step2(model.model, model.data);
}

function solveJams(model: MujocoModel, { doubles }: ContactRows): void {
  const { mujoco, data, views } = model;
  const { loose, firm } = touching;
  before.keep(views);
  for (let i = 0; i < touching.count; i++) touching.setFriction(doubles, i, NEXT_TO_NONE);
  mujoco.mj_step2(model.model, data);
  touching.keepPressures(data.efc_force, loose);
  before.putBack(views);
  for (let i = 0; i < touching.count; i++) touching.setFriction(doubles, i, 1);
  mujoco.mj_step2(model.model, data);
  touching.keepPressures(data.efc_force, firm);
  let isJammed = false;
  for (let i = 0; i < touching.count; i++) {
    if (firm[i]! <= SLACK * loose[i]!) continue;
    isJammed = true;
    touching.setFriction(doubles, i, Math.max(loose[i]! / firm[i]!, NEXT_TO_NONE));
  }
  if (!isJammed) return;
  before.putBack(views);
  mujoco.mj_step2(model.model, data);
}

/** Contacts of mechanisms with other moving things, in memory that is reused. */
class TouchingMechanisms {
  count = 0;
  /** The force along the normal of each, without friction and with all of it. */
  loose = new Float64Array(16);
  firm = new Float64Array(16);
  #contacts = new Int32Array(16);
  /** Rows of constraints. */
  #rows = new Int32Array(16);
  #frictions = new Float64Array(16 * KEPT);

  /** Finds the contacts, and keeps their friction. */
  find({ trees, mechanisms }: MujocoModel, { count, doubles, ints }: ContactRows): void {
    this.count = 0;
    for (let contact = 0; contact < count; contact++) {
      const at = contact * CONTACT_INTS;
      const first = trees[ints[at + contactInt.geom1]!]!;
      const second = trees[ints[at + contactInt.geom2]!]!;
      const row = ints[at + contactInt.row]!;
      if (first === second || first < 0 || second < 0 || row < 0) continue;
      if (mechanisms.has(first) || mechanisms.has(second)) this.#add(contact, row, doubles);
    }
  }

  #add(contact: number, row: number, doubles: Float64Array): void {
    if (this.count === this.#rows.length) this.#grow();
    const i = this.count++;
    this.#contacts[i] = contact;
    this.#rows[i] = row;
    const at = contact * CONTACT_DOUBLES;
    for (let k = 0; k < FRICTIONS; k++) this.#frictions[i * KEPT + k] = doubles[at + contactDouble.friction + k]!;
    this.#frictions[i * KEPT + FRICTIONS] = doubles[at + contactDouble.cone]!;
  }

  #grow(): void {
    const length = 2 * this.#rows.length;
    this.#contacts = grown(this.#contacts, new Int32Array(length));
    this.#rows = grown(this.#rows, new Int32Array(length));
    this.#frictions = grown(this.#frictions, new Float64Array(length * KEPT));
    this.loose = new Float64Array(length);
    this.firm = new Float64Array(length);
  }

  /** Gives the `i`-th contact a share of the friction that was kept. */
  setFriction(doubles: Float64Array, i: number, share: number): void {
    const at = this.#contacts[i]! * CONTACT_DOUBLES;
    for (let k = 0; k < FRICTIONS; k++)
      doubles[at + contactDouble.friction + k] = share * this.#frictions[i * KEPT + k]!;
    doubles[at + contactDouble.cone] = share * this.#frictions[i * KEPT + FRICTIONS]!;
  }

  /** Writes the forces of the contacts, out of those of all rows. */
  keepPressures(forces: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.count; i++) out[i] = forces[this.#rows[i]!]!;
  }
}

const touching = new TouchingMechanisms();
const before = new BeforeStep();
