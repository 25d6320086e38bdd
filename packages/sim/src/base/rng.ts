import { Hash128 } from "./hash.ts";
import { log } from "./math/math.ts";

/** The complete state of a stream: four uint32, in a Uint32Array, a Float64Array column or a plain array. */
export interface RngState {
  readonly length: number;
  [index: number]: number;
}

/**
 * A stream of random numbers (sfc32) whose state is in the given array, so that a component can contain it and undo
 * restores it. There is no other state: two Rngs on one array are the same stream.
 */
export class Rng {
  readonly #state: RngState;
  readonly #at: number;

  constructor(state: RngState, offset = 0) {
    if (!(offset >= 0 && offset + 4 <= state.length)) {
      throw new RangeError(`a random stream needs four numbers at ${offset}, the array holds ${state.length}`);
    }
    this.#state = state;
    this.#at = offset;
  }

  /** Returns all 32 bits of a uint32. */
  uint32(): number {
    const state = this.#state;
    const at = this.#at;
    const a = state[at]! | 0;
    const b = state[at + 1]! | 0;
    const c = state[at + 2]! | 0;
    const counter = state[at + 3]! | 0;
    const result = (a + b + counter) | 0;
    state[at] = (b ^ (b >>> 9)) >>> 0;
    state[at + 1] = (c + (c << 3)) >>> 0;
    state[at + 2] = (((c << 21) | (c >>> 11)) + result) >>> 0;
    state[at + 3] = (counter + 1) >>> 0;
    return result >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1, with all 53 bits. */
  uniform(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Returns 0, 1, … n − 1, all equally likely. */
  int(n: number): number {
    if (!(n >= 1 && n <= 4294967296 && n === Math.floor(n))) throw new RangeError(`no random integer below ${n}`);
    // Numbers at or above the largest multiple of n would favour small results.
    const limit = 4294967296 - (4294967296 % n);
    let drawn = this.uint32();
    while (drawn >= limit) drawn = this.uint32();
    return drawn % n;
  }

  /** Draws from the normal distribution with mean 0 and standard deviation 1. */
  gaussian(): number {
    // Marsaglia's polar method. The second number that it produces is dropped, because keeping it would be state
    // outside the array.
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * log(square)) / square);
    }
  }
}

/** Returns the start of a separate stream for each seed and list of keys, such as a system's name and an entity. */
export function seedFrom(worldSeed: number, ...keys: readonly (string | number)[]): Uint32Array<ArrayBuffer> {
  const hash = new Hash128(0x5eed).number(worldSeed);
  for (const key of keys) {
    if (typeof key === "string") hash.text(key);
    else hash.number(key);
  }
  const state = new Uint32Array(4);
  hash.digest(state);
  return state;
}
