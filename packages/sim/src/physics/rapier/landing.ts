import { rotate } from "../../base/quat.ts";
import { BODY_RECORD } from "../engine.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";
import { grown } from "../../base/grown.ts";

/**
 * The largest product of stabilising passes in a step and awake bodies. A pass costs about 0.6 µs per body on four
 * corners: the passes of a step take at most 0.3 ms, and a heap of 256 bodies or more gets no additional ones.
 */
const BUDGET = 512;
/** For this few bodies without joints: a box that lands flat from 2 m then slides by 1 mm instead of 11. */
const FEW_BODIES = 8;
/** Passes per unit of moment of inertia ÷ (mass · lever²), which is 2/3 for a solid cube. */
const PASSES_PER_UNIT = 1.25;
/** Largest number of passes for one body. */
const MOST = BUDGET;
/** In m/s and rad/s: a slower body counts as landed. */
const SLOW = 0.002;
const SLOW_TURN = 0.02;

/**
 * The number of stabilising passes that bodies need to land correctly, by slot. Rapier solves contacts one after
 * another. If the moment of inertia is far larger than a body of that size can have, as with SDF's default inertia (1
 * kg·m² for a cube of 0.4 m), the first corner to touch takes the whole impact, and passes are slow to distribute it:
 * the cube is tilted by 12°.
 */
export class RapierLandings {
  /** 0 means unknown. None of this is state, because it follows from masses and shapes. */
  #passes = new Uint16Array(16);

  /**
   * Discards what is known about a slot. Must be called after the mass or shapes of a body have changed, or the slot
   * was given to a different body.
   */
  forget(slot: number): void {
    if (slot < this.#passes.length) this.#passes[slot] = 0;
  }

  passes(scene: RapierScene, slot: number): number {
    if (slot >= this.#passes.length)
      this.#passes = grown(this.#passes, new Uint16Array(Math.max(slot + 1, 2 * this.#passes.length)));
    return (this.#passes[slot] ||= passesFor(scene, slot));
  }
}

/** Returns the number of stabilising passes for the next step, at least `least`. Call `begin` of the reader first. */
export function landingPasses(scene: RapierScene, least: number): number {
  const { reader } = scene;
  const most = Math.floor(BUDGET / Math.max(1, reader.awake));
  if (most <= least || reader.awake === 0) return least;
  let passes = scene.joints.slots.size > 0 ? least : Math.min(FEW_BODIES, most);
  for (let i = 0; i < reader.awake && passes < most; i++) {
    const slot = reader.awakeSlot(i);
    const needed = scene.landings.passes(scene, slot);
    if (needed > passes && isMoving(scene, slot)) passes = needed;
  }
  return Math.min(passes, most);
}

function isMoving({ reader }: RapierScene, slot: number): boolean {
  reader.read(slot, record, 0);
  for (let k = 0; k < 3; k++) {
    if (Math.abs(record[7 + k]!) > SLOW || Math.abs(record[10 + k]!) > SLOW_TURN) return true;
  }
  return false;
}

const record = new Float64Array(BODY_RECORD);

/**
 * Returns the passes for the face that the body lies flattest on: by the largest moment ÷ (mass · lever²) about the two
 * axes in that face.
 */
function passesFor(scene: RapierScene, slot: number): number {
  const mass = scene.bodies.kind(slot) === "dynamic" ? scene.bodies.mass(slot) : undefined;
  if (mass === undefined) return 1;
  const half = halfExtents(scene, slot);
  const moments = momentsOf(mass);
  const [, one, other] = [0, 1, 2].sort((a, b) => half[a]! - half[b]! || a - b) as [number, number, number];
  const units = Math.max(
    unitsOf(moments[one]!, mass[0]!, half[other]!),
    unitsOf(moments[other]!, mass[0]!, half[one]!),
  );
  return Math.max(1, Math.min(MOST, Math.ceil(PASSES_PER_UNIT * units)));
}

function unitsOf(moment: number, mass: number, lever: number): number {
  return lever > 0 ? moment / (mass * lever * lever) : 0;
}

/** Returns half the size of the box around a body's contact points, in its own axes. */
function halfExtents({ world, bodies, shapes }: RapierScene, slot: number): number[] {
  const body = world.getRigidBody(bodies.slots.handle(slot));
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < body.numColliders(); i++) {
    const bounds = shapes.bounds(slotOf(body.collider(i).handle));
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, bounds[k]!);
      high[k] = Math.max(high[k]!, bounds[3 + k]!);
    }
  }
  return low.map((value, k) => Math.max(0, (high[k]! - value) / 2));
}

/** Returns the moments of inertia about the body's own axes. */
function momentsOf(mass: Float32Array): number[] {
  const [, , , , a, b, c, x, y, z, w] = mass as Float32Array & { readonly length: 11 };
  const turn = { x: x!, y: y!, z: z!, w: w! };
  const [p, q, r] = [
    rotate(turn, { x: 1, y: 0, z: 0 }),
    rotate(turn, { x: 0, y: 1, z: 0 }),
    rotate(turn, { x: 0, y: 0, z: 1 }),
  ];
  return (["x", "y", "z"] as const).map(
    (axis) => a! * p[axis] * p[axis] + b! * q[axis] * q[axis] + c! * r[axis] * r[axis],
  );
}
