import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { RAPIER_VERSION } from "./module.ts";
import { slotOf } from "../slots.ts";

/** Gives the whole handle of a slot; only the getters need it. */
export interface Handles {
  handle(slot: number): number;
}

/** Reads bodies of one world in bulk. `begin` comes before every batch: a step, an edit or a restore may move the memory. */
export interface BodyReader {
  begin(world: rapier.World): void;
  /** How many dynamic and kinematic bodies the last step left awake. */
  readonly awake: number;
  awakeSlot(index: number): number;
  /** Writes one record of BODY_RECORD numbers. */
  read(slot: number, slots: Handles, out: Float64Array, at: number): void;
  /** As `read`, but only rotation and angular velocity need be right afterwards: all that the angle of a joint takes. */
  readTurn(slot: number, slots: Handles, out: Float64Array): void;
  /**
   * Speeds, m/s and rad/s, below which a body may sleep. Rapier's own put one to sleep that moves at 0.09 m/s and turns
   * at 0.4 rad/s; the package has no call to change them.
   */
  setSleepSpeeds(handle: number, linear: number, angular: number): void;
}

// Of rapier3d-simd-compat 0.20.0, in bytes. Found by search and checked by `checkMemory` at every start.
const ENTRIES = 472;
const ENTRY_SIZE = 448;
const ROTATION = 16;
const TRANSLATION = 32;
const SLEEP_SPEEDS = 112;
const CENTRE_OF_MASS = 232;
const LINEAR_VELOCITY = 296;
const ANGULAR_VELOCITY = 308;
const HAS_AWAKE_SET = 8;
const AWAKE_SET = 12;
const SETS = 316;
const SET_SIZE = 12;
const SET_HANDLES = 4;
const SET_COUNT = 8;

/** Straight from wasm memory: 6 µs per 1,000 bodies, where the getters take 290. */
export class MemoryReader implements BodyReader {
  readonly #memory: WebAssembly.Memory;
  #buffer: ArrayBuffer;
  #words: Uint32Array;
  #floats: Float32Array;
  #entries = 0;
  #handles = 0;
  awake = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.#words = new Uint32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
  }

  begin(world: rapier.World): void {
    if (this.#memory.buffer !== this.#buffer) {
      this.#buffer = this.#memory.buffer;
      this.#words = new Uint32Array(this.#buffer);
      this.#floats = new Float32Array(this.#buffer);
    }
    const words = this.#words;
    const islands = addressOf(world.islands.raw);
    this.#entries = words[(addressOf(world.bodies.raw) + ENTRIES) >> 2]! >> 2;
    // Bodies are kept in sets: one of all that are awake, if any, and one for each sleeping island.
    if (words[(islands + HAS_AWAKE_SET) >> 2] === 1) {
      const set = words[(islands + SETS) >> 2]! + SET_SIZE * words[(islands + AWAKE_SET) >> 2]!;
      this.awake = words[(set + SET_COUNT) >> 2]!;
      this.#handles = words[(set + SET_HANDLES) >> 2]! >> 2;
    } else {
      this.awake = 0;
    }
  }

  awakeSlot(index: number): number {
    return this.#words[this.#handles + 2 * index]!;
  }

  read(slot: number, _slots: Handles, out: Float64Array, at: number): void {
    const f = this.#floats;
    const entry = this.#entries + slot * (ENTRY_SIZE >> 2);
    const position = entry + (TRANSLATION >> 2);
    const rotation = entry + (ROTATION >> 2);
    const centre = entry + (CENTRE_OF_MASS >> 2);
    const linear = entry + (LINEAR_VELOCITY >> 2);
    const angular = entry + (ANGULAR_VELOCITY >> 2);
    const x = f[position]!;
    const y = f[position + 1]!;
    const z = f[position + 2]!;
    const wx = f[angular]!;
    const wy = f[angular + 1]!;
    const wz = f[angular + 2]!;
    // From the centre of mass, whose velocity Rapier keeps, to the origin.
    const rx = x - f[centre]!;
    const ry = y - f[centre + 1]!;
    const rz = z - f[centre + 2]!;
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
    out[at + 3] = f[rotation]!;
    out[at + 4] = f[rotation + 1]!;
    out[at + 5] = f[rotation + 2]!;
    out[at + 6] = f[rotation + 3]!;
    out[at + 7] = f[linear]! + wy * rz - wz * ry;
    out[at + 8] = f[linear + 1]! + wz * rx - wx * rz;
    out[at + 9] = f[linear + 2]! + wx * ry - wy * rx;
    out[at + 10] = wx;
    out[at + 11] = wy;
    out[at + 12] = wz;
  }

  readTurn(slot: number, _slots: Handles, out: Float64Array): void {
    const f = this.#floats;
    const entry = this.#entries + slot * (ENTRY_SIZE >> 2);
    const rotation = entry + (ROTATION >> 2);
    const angular = entry + (ANGULAR_VELOCITY >> 2);
    out[3] = f[rotation]!;
    out[4] = f[rotation + 1]!;
    out[5] = f[rotation + 2]!;
    out[6] = f[rotation + 3]!;
    out[10] = f[angular]!;
    out[11] = f[angular + 1]!;
    out[12] = f[angular + 2]!;
  }

  setSleepSpeeds(handle: number, linear: number, angular: number): void {
    const at = this.#entries + slotOf(handle) * (ENTRY_SIZE >> 2) + (SLEEP_SPEEDS >> 2);
    // Rapier compares with twice the linear number (measured).
    this.#floats[at] = linear / 2;
    this.#floats[at + 1] = angular;
  }

  /** What `setSleepSpeeds` writes. */
  sleepSpeeds(handle: number): [number, number] {
    const at = this.#entries + slotOf(handle) * (ENTRY_SIZE >> 2) + (SLEEP_SPEEDS >> 2);
    return [2 * this.#floats[at]!, this.#floats[at + 1]!];
  }
}

/** Where a wrapper's struct lies in wasm memory. */
export function addressOf(wrapper: object): number {
  return (wrapper as { readonly __wbg_ptr: number }).__wbg_ptr;
}

/** Rapier's memory does not hold what is known to lie at a place, so nothing may be read or written there. */
export class UnknownLayout extends Error {
  constructor(what: string) {
    super(
      `Rapier's memory has no ${what} where version ${RAPIER_VERSION} keeps them: install the package rapier3d-simd-compat again, in that very version`,
    );
  }
}
