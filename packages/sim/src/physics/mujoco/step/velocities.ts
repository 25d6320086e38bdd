import type { NodePlace } from "../model/places.ts";
import type { MujocoViews } from "../model/views.ts";

/** How a body moves relative to its parent in the tree. */
const FREE = 0;
const FIXED = 1;
const SLIDE = 2;
const BALL = 3;
/** With one axis, or with two. */
const HINGES = 4;
/** A hinge, and a slide along it. */
const SCREW = 5;

/**
 * Linear velocities of the origins of bodies and their angular velocities, in world axes. MuJoCo has them too, but at
 * the centre of mass of a body's whole tree, so their rounding would depend on what hangs below.
 */
export class BodyVelocities {
  /** Set whenever bodies have moved. */
  isStale = true;
  readonly #values: Float64Array;
  /** By body, each before those that hang on it: MuJoCo's number, what it hangs on (−1: the world), kind, first velocity, first joint, number of joints. */
  readonly #links: Int32Array;

  constructor(whole: readonly NodePlace[]) {
    this.#values = new Float64Array(6 * whole.length);
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

  #update({ xpos, xquat, xanchor, xaxis, qvel }: MujocoViews): void {
    this.isStale = false;
    const links = this.#links;
    const v = this.#values;
    for (let i = 0, link = 0; link < links.length; i += 6, link += 6) {
      const body = links[link]!;
      const kind = links[link + 2]!;
      const first = links[link + 3]!;
      if (kind === FREE) {
        readFree(xquat, body, qvel, first, v, i);
        continue;
      }
      const x = xpos[3 * body]!;
      const y = xpos[3 * body + 1]!;
      const z = xpos[3 * body + 2]!;
      // Separate variables: destructuring an array would cost 200 KB per step for 1,300 bodies.
      let vx = 0;
      let vy = 0;
      let vz = 0;
      let wx = 0;
      let wy = 0;
      let wz = 0;
      const parent = links[link + 1]!;
      const hinged = kind >= BALL;
      const joint = 3 * links[link + 4]!;
      // Where it is held: the anchor of a hinge, or else the origin.
      const px = hinged ? xanchor[joint]! : x;
      const py = hinged ? xanchor[joint + 1]! : y;
      const pz = hinged ? xanchor[joint + 2]! : z;
      if (parent >= 0) {
        const p = 6 * parent;
        const above = 3 * links[p]!;
        wx = v[p + 3]!;
        wy = v[p + 4]!;
        wz = v[p + 5]!;
        const dx = px - xpos[above]!;
        const dy = py - xpos[above + 1]!;
        const dz = pz - xpos[above + 2]!;
        vx = v[p]! + wy * dz - wz * dy;
        vy = v[p + 1]! + wz * dx - wx * dz;
        vz = v[p + 2]! + wx * dy - wy * dx;
      }
      if (kind === SLIDE) {
        const speed = qvel[first]!;
        vx += xaxis[joint]! * speed;
        vy += xaxis[joint + 1]! * speed;
        vz += xaxis[joint + 2]! * speed;
      } else if (hinged) {
        if (kind === BALL) {
          turn(xquat, body, qvel, first, spin, 0);
          wx += spin[0]!;
          wy += spin[1]!;
          wz += spin[2]!;
        } else {
          const turns = kind === SCREW ? 1 : links[link + 5]!;
          for (let k = 0; k < turns; k++) {
            const speed = qvel[first + k]!;
            wx += xaxis[joint + 3 * k]! * speed;
            wy += xaxis[joint + 3 * k + 1]! * speed;
            wz += xaxis[joint + 3 * k + 2]! * speed;
          }
        }
        if (kind === SCREW) {
          const speed = qvel[first + 1]!;
          vx += xaxis[joint + 3]! * speed;
          vy += xaxis[joint + 4]! * speed;
          vz += xaxis[joint + 5]! * speed;
        }
        vx += wy * (z - pz) - wz * (y - py);
        vy += wz * (x - px) - wx * (z - pz);
        vz += wx * (y - py) - wy * (x - px);
      }
      v[i] = vx;
      v[i + 1] = vy;
      v[i + 2] = vz;
      v[i + 3] = wx;
      v[i + 4] = wy;
      v[i + 5] = wz;
    }
  }
}

const spin = new Float64Array(3);

/** Reads the velocity of a body that hangs on nothing: MuJoCo has its angular velocity in the body's axes. */
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

/** Turns a vector from a body's axes to the world's. */
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
