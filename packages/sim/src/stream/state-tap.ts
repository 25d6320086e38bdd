import { isEmpty } from "../ecs/delta.ts";
import type { World } from "../ecs/world.ts";
import { roomFor, writeDelta } from "./delta-codec.ts";
import { noNumbers, type StateNumbers } from "./state-feed.ts";
import { lackingChanges } from "./lacking.ts";

/** A change on its way to a world's mirror in another thread. */
export interface StateUpdate {
  /** Written by delta-codec, in the tap's memory: must be read before the next call. */
  readonly bytes: Uint8Array;
  /** Whether it is the whole state: the mirror then discards what it had. */
  readonly whole: boolean;
  /** Whether the world is paused and the mirror now has all of it, not only what is drawn. */
  readonly exact: boolean;
  readonly numbers: StateNumbers;
}

export interface TapRequest {
  readonly exact: boolean;
  readonly watch: readonly number[];
  readonly numbers?: StateNumbers;
}

/**
 * Passes a world's changes to one mirror, which applies all of them, one after another. Reuses its memory: for 3,000
 * moved bodies, allocating and freeing it would take most of the time.
 */
export class StateTap {
  readonly #world: World;
  readonly #allocate: (bytes: number) => ArrayBufferLike;
  #buffer = new Uint8Array(0);
  #columns = new Float64Array(1024);
  #columnsUsed = 0;
  #after = 0;
  #exactAfter = 0;
  #wasExact = false;
  #numbers = noNumbers;

  /** `allocate` returns shared memory if the mirror is in another thread. */
  constructor(world: World, allocate: (bytes: number) => ArrayBufferLike = (bytes) => new ArrayBuffer(bytes)) {
    this.#world = world;
    this.#allocate = allocate;
  }

  /** Returns the changes since the last call; undefined if the mirror is up to date. */
  take({ exact, watch, numbers = noNumbers }: TapRequest): StateUpdate | undefined {
    const since = exact ? this.#exactAfter : this.#after;
    this.#columnsUsed = 0;
    const { delta, whole, version } = lackingChanges(this.#world, { since, exact, watch }, this.#room);
    // A jump may lead to a moment at which everything is the same, and a command may change nothing. Viewers must be
    // informed nevertheless.
    const { timeline, inputs } = this.#numbers;
    const isTold = numbers.timeline === timeline && numbers.inputs === inputs;
    const isNews = !isEmpty(delta) || exact !== this.#wasExact || !isTold;
    this.#after = version;
    if (exact || whole) this.#exactAfter = version;
    this.#wasExact = exact;
    this.#numbers = numbers;
    if (!isNews) return undefined;
    this.#makeRoom(roomFor(delta));
    const written = writeDelta(delta, this.#buffer);
    if (written.buffer !== this.#buffer.buffer) {
      this.#makeRoom(written.length);
      this.#buffer.set(written);
    }
    return { bytes: this.#buffer.subarray(0, written.length), whole, exact, numbers };
  }

  readonly #room = (length: number): Float64Array => {
    // Views of the previous array stay valid: the change is written before the next one is made.
    if (this.#columnsUsed + length > this.#columns.length) {
      this.#columns = new Float64Array(2 * (this.#columnsUsed + length));
      this.#columnsUsed = 0;
    }
    return this.#columns.subarray(this.#columnsUsed, (this.#columnsUsed += length));
  };

  #makeRoom(bytes: number): void {
    if (bytes > this.#buffer.length) this.#buffer = new Uint8Array(this.#allocate(bytes * 2) as ArrayBuffer);
  }
}
