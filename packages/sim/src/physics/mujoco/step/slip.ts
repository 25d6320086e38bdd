import type { ContactRows, MujocoModel } from "../model/model.ts";
import { CONTACT_DOUBLES, CONTACT_INTS, contactDouble, contactInt } from "../model/module.ts";
import { CONTACT_DAMPING, CONTACT_STIFFNESS, HARDEST } from "../model/settings.ts";

/** Factor by which the requested friction may exceed the last step's, so that its limit is soon found. */
const GROWTH = 2;
/** In multiples of friction times gravity, and of friction times the impact: enough for a body that rests or lands. */
const OF_GRAVITY = 4;
const OF_IMPACT = 4;
/** In m/s²: the smallest request. */
const LEAST = 1;

/**
 * Limits the friction requested from contacts, between MuJoCo's two halves of a step. Friction acts on slip as a damper
 * that would stop it within two steps. If friction is too weak for that, MuJoCo's contact model compensates by lifting
 * the body: by the friction times the missing deceleration. So only a little more is requested from a contact than it
 * can give, and the remaining lift is subtracted from its normal beforehand. `kicks` are accelerations that motors are
 * about to cause, by velocity; empty if small.
 */
export function limitSlip(
  model: MujocoModel,
  { count, doubles, ints }: ContactRows,
  kicks: Float64Array,
  gravity: number,
  dt: number,
): void {
  const { data } = model;
  const speeds = data.efc_vel;
  // Most steps need neither, and every access makes a new view.
  let jacobian: Jacobian | undefined;
  let depths: Float64Array | undefined;
  // MuJoCo treats springs and dampers of contacts implicitly, at the end of the step.
  const damper = CONTACT_DAMPING / HARDEST;
  const spring = CONTACT_STIFFNESS / HARDEST;
  const damping = damper / (1 + damper * dt);
  const stiffness = spring / (1 + damper * dt + spring * dt * dt);
  const isKicked = kicks.length > 0;
  for (let i = 0; i < count; i++) {
    const row = ints[i * CONTACT_INTS + contactInt.row]!;
    if (row < 0) continue;
    const at = i * CONTACT_DOUBLES;
    const friction = doubles[at + contactDouble.friction]!;
    const least = OF_GRAVITY * friction * gravity + LEAST;
    // The requested friction, against the slip and what motors add to it.
    const x = damping * speeds[row + 1]!;
    const y = damping * speeds[row + 2]!;
    const kickX = isKicked ? along((jacobian ??= jacobianOf(model)), row + 1, kicks) : 0;
    const kickY = isKicked ? along((jacobian ??= jacobianOf(model)), row + 2, kicks) : 0;
    const all = Math.sqrt((x + kickX) * (x + kickX) + (y + kickY) * (y + kickY));
    if (all <= least) continue;
    jacobian ??= jacobianOf(model);
    depths ??= data.efc_pos;
    const { qacc_warmstart: last } = model.views;
    const given = -((x + kickX) * along(jacobian, row + 1, last) + (y + kickY) * along(jacobian, row + 2, last)) / all;
    const impact = Math.max(0, -damping * speeds[row]!) + Math.max(0, -stiffness * depths[row]!);
    const most = least + OF_IMPACT * friction * impact + GROWTH * Math.max(0, given);
    const slip = Math.sqrt(x * x + y * y);
    const share = slip > most ? most / slip : 1;
    if (share < 1) {
      const rate = share * damping;
      // Nearly zero, but negative; otherwise MuJoCo would read the two as a time and a ratio.
      doubles[at + contactDouble.solrefFriction] = -1e-12;
      doubles[at + contactDouble.solrefFriction + 1] =
        (-rate / (1 - rate * dt)) * doubles[at + contactDouble.solimp + 1]!;
    }
    const left = share * x + kickX;
    const right = share * y + kickY;
    const missing = Math.sqrt(left * left + right * right) - Math.max(0, given);
    if (missing > 0) depths[row]! += (friction * missing) / stiffness;
  }
}

/** The rows of constraints. */
interface Jacobian {
  readonly numbers: Float64Array;
  /** For compressed rows: which velocities the numbers belong to, where each row begins, and how long it is. */
  readonly sparse: Readonly<Record<"columns" | "starts" | "lengths", Int32Array>> | undefined;
}

function jacobianOf({ data, isSparse }: MujocoModel): Jacobian {
  const { efc_J: numbers } = data;
  if (!isSparse) return { numbers, sparse: undefined };
  const sparse = { columns: data.efc_J_colind, starts: data.efc_J_rowadr, lengths: data.efc_J_rownnz };
  return { numbers, sparse };
}

/** Returns the acceleration along a row of constraints, from accelerations by velocity. */
function along({ numbers, sparse }: Jacobian, row: number, accelerations: Float64Array): number {
  let sum = 0;
  if (sparse === undefined) {
    const from = row * accelerations.length;
    for (let k = 0; k < accelerations.length; k++) sum += numbers[from + k]! * accelerations[k]!;
    return sum;
  }
  const { columns, starts, lengths } = sparse;
  const from = starts[row]!;
  const to = from + lengths[row]!;
  for (let k = from; k < to; k++) sum += numbers[k]! * accelerations[columns[k]!]!;
  return sum;
}
