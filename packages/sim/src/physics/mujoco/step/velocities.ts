import type { NodeAddress } from "../model/addresses.ts";
import type { MujocoViews } from "../model/views.ts";

/** The ways in which a body can move relative to its parent in the tree. */
const FREE = 0;
const FIXED = 1;
const SLIDE = 2;
/** From here on bodies are held at their joint's anchor, the others at their origin. */
const BALL = 3;
/** One axis, or two. */
const HINGES = 4;
/** A hinge with a slide along it. */
const SCREW = 5;

/**
 * Numbers per body: its linear and its angular velocity. The table of links has as many, of which these are the places.
 */
const NUMBERS = 6;
/** MuJoCo's number of the body. */
const BODY = 0;
/** Which body of these it hangs on; −1 for the world. */
const PARENT = 1;
const KIND = 2;
/** Its first velocity in `qvel`, its first joint, and how many velocities it has. */
const VELOCITY = 3;
const JOINT = 4;
const VELOCITIES = 5;

/**
 * Linear velocities of the origins of bodies, and their angular velocities, in world axes. MuJoCo has them only at the
 * centre of mass of a body's whole tree, so their rounding would depend on what is attached below.
 */
export class BodyVelocities {
  /** Set whenever bodies have moved. */
  isStale = true;
  readonly #values: Float64Array;
  /** By body, each before those that hang on it. */
  readonly #links: Int32Array;

  constructor(whole: readonly NodeAddress[]) {
    this.#values = new Float64Array(NUMBERS * whole.length);
    const indexOf = new Map(whole.map(({ node }, i) => [node, i]));
    this.#links = Int32Array.from(
      whole.flatMap(({ node, above, body, velocity, velocities, joint, key }) => {
        const type = node.joint === undefined || !("desc" in key) ? undefined : key.desc.type;
        const parent = above === undefined ? -1 : indexOf.get(above)!;
        return [body, parent, kindOf(type), velocity, joint, velocities];
      }),
    );
  }

  /** Returns six numbers per body. */
  current(views: MujocoViews): Float64Array {
    if (this.isStale) this.#update(views);
    return this.#values;
  }

  /** Keeps all numbers in variables of one function: split by kinds of joints, it takes a third longer. */
  #update({ xpos, xquat, xanchor, xaxis, qvel }: MujocoViews): void {
    this.isStale = false;
    const links = this.#links;
    const values = this.#values;
    for (let i = 0; i < links.length; i += NUMBERS) {
      const body = links[i + BODY]!;
      const kind = links[i + KIND]!;
      const first = links[i + VELOCITY]!;
      if (kind === FREE) {
        readFree(xquat, body, qvel, first, values, i);
        continue;
      }
      // Where it is held: at its joint's anchor, or else at its origin.
      const joint = 3 * links[i + JOINT]!;
      const held = kind >= BALL ? xanchor : xpos;
      const at = kind >= BALL ? joint : 3 * body;
      const x = held[at]!;
      const y = held[at + 1]!;
      const z = held[at + 2]!;
      // How it moves there with its parent. Destructuring an array would cost 200 KB per step for 1,300 bodies.
      let vx = 0;
      let vy = 0;
      let vz = 0;
      let wx = 0;
      let wy = 0;
      let wz = 0;
      const parent = NUMBERS * links[i + PARENT]!;
      if (parent >= 0) {
        const above = 3 * links[parent + BODY]!;
        const dx = x - xpos[above]!;
        const dy = y - xpos[above + 1]!;
        const dz = z - xpos[above + 2]!;
        wx = values[parent + 3]!;
        wy = values[parent + 4]!;
        wz = values[parent + 5]!;
        vx = values[parent]! + wy * dz - wz * dy;
        vy = values[parent + 1]! + wz * dx - wx * dz;
        vz = values[parent + 2]! + wx * dy - wy * dx;
      }
      // What its joint adds: turns about axes, and a slide along the last one.
      if (kind === BALL) {
        turn(xquat, body, qvel, first, spin, 0);
        wx += spin[0]!;
        wy += spin[1]!;
        wz += spin[2]!;
      }
      const slides = kind === SLIDE || kind === SCREW ? 1 : 0;
      const turns = kind > BALL ? links[i + VELOCITIES]! - slides : 0;
      for (let k = 0; k < turns; k++) {
        const speed = qvel[first + k]!;
        wx += xaxis[joint + 3 * k]! * speed;
        wy += xaxis[joint + 3 * k + 1]! * speed;
        wz += xaxis[joint + 3 * k + 2]! * speed;
      }
      if (slides > 0) {
        const speed = qvel[first + turns]!;
        vx += xaxis[joint + 3 * turns]! * speed;
        vy += xaxis[joint + 3 * turns + 1]! * speed;
        vz += xaxis[joint + 3 * turns + 2]! * speed;
      }
      if (kind >= BALL) {
        const dx = xpos[3 * body]! - x;
        const dy = xpos[3 * body + 1]! - y;
        const dz = xpos[3 * body + 2]! - z;
        vx += wy * dz - wz * dy;
        vy += wz * dx - wx * dz;
        vz += wx * dy - wy * dx;
      }
      values[i] = vx;
      values[i + 1] = vy;
      values[i + 2] = vz;
      values[i + 3] = wx;
      values[i + 4] = wy;
      values[i + 5] = wz;
    }
  }
}

const spin = new Float64Array(3);

/** Reads the velocity of a free body; MuJoCo has its angular velocity in the body's axes. */
function readFree(
  quats: Float64Array,
  body: number,
  from: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  out[to] = from[at]!;
  out[to + 1] = from[at + 1]!;
  out[to + 2] = from[at + 2]!;
  turn(quats, body, from, at + 3, out, to + 3);
}

function kindOf(type: string | undefined): number {
  if (type === undefined) return FREE;
  if (type === "fixed") return FIXED;
  if (type === "prismatic") return SLIDE;
  if (type === "screw") return SCREW;
  return type === "ball" ? BALL : HINGES;
}

/** Rotates a vector from a body's axes to the world's. */
function turn(quats: Float64Array, body: number, from: Float64Array, at: number, out: Float64Array, to: number): void {
  const w = quats[4 * body]!;
  const x = quats[4 * body + 1]!;
  const y = quats[4 * body + 2]!;
  const z = quats[4 * body + 3]!;
  const vx = from[at]!;
  const vy = from[at + 1]!;
  const vz = from[at + 2]!;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[to] = vx + w * tx + y * tz - z * ty;
  out[to + 1] = vy + w * ty + z * tx - x * tz;
  out[to + 2] = vz + w * tz + x * ty - y * tx;
}
