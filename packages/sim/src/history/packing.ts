import type { KeptKeyframe } from "./kept-keyframe.ts";
import { keepState, type KeptState, type Packer, type StoredState } from "./stored-state.ts";

export interface PackingOptions {
  /** If undefined, nothing is packed. */
  readonly packer: Packer | undefined;
  /** Returns whether a keyframe still uses the state. */
  readonly isKept: (state: StoredState) => boolean;
  /** Called when the memory of a state has changed. */
  readonly onResized: (state: StoredState) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps those keyframes unpacked that somebody is likely to go to next, because unpacking one can take longer than
 * restoring it. The others are packed one at a time, because a keyframe takes its memory twice while it is being
 * packed. Nothing here visits all keyframes: the ten-thousandth costs as much as the tenth.
 */
export class Packing {
  readonly #options: PackingOptions;
  /** Unpacked keyframes and their bytes, least recently used first. */
  readonly #atHand = new Map<KeptKeyframe, number>();
  #bytesAtHand = 0;
  /** Number of unpacked keyframes that use each state. */
  readonly #users = new Map<StoredState, number>();
  #last: KeptKeyframe | undefined;
  readonly #waiting = new Set<StoredState>();
  #isPacking = false;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  /** Returns the systems' states in stored form. */
  store(states: ReadonlyMap<string, Uint8Array>): Map<string, KeptState> {
    const before = this.#last?.states;
    return new Map([...states].map(([system, bytes]) => [system, keepState(bytes, before?.get(system))]));
  }

  /** Records that a keyframe was taken or gone to. `room` is how many bytes of other keyframes may stay unpacked. */
  use(keyframe: KeptKeyframe, room: number): void {
    const before = this.#last;
    if (before !== undefined && before !== keyframe && !before.isMarked) this.#release(before);
    this.#keep(keyframe);
    this.#last = keyframe;
    const own = this.#atHand.get(keyframe)!;
    for (const oldest of this.#atHand.keys()) {
      if (this.#bytesAtHand - own <= room || oldest === keyframe) break;
      this.#release(oldest);
    }
    this.#packWaiting();
  }

  /** Forgets a keyframe and frees the states that no other keyframe uses. */
  drop(keyframe: KeptKeyframe): void {
    if (this.#last === keyframe) this.#last = undefined;
    this.#release(keyframe);
    for (const state of storedOf(keyframe)) if (!this.#options.isKept(state)) this.#waiting.delete(state);
    this.#packWaiting();
  }

  #keep(keyframe: KeptKeyframe): void {
    const isHeld = this.#forget(keyframe);
    let bytes = 0;
    for (const state of storedOf(keyframe)) {
      bytes += state.byteLength;
      this.#waiting.delete(state);
      if (!isHeld) this.#users.set(state, (this.#users.get(state) ?? 0) + 1);
    }
    this.#atHand.set(keyframe, bytes);
    this.#bytesAtHand += bytes;
  }

  #release(keyframe: KeptKeyframe): void {
    if (!this.#forget(keyframe)) return;
    for (const state of storedOf(keyframe)) {
      const users = this.#users.get(state)! - 1;
      if (users > 0) this.#users.set(state, users);
      else this.#users.delete(state);
      if (this.#isToBePacked(state)) this.#waiting.add(state);
    }
  }

  /** Removes a keyframe from the list of unpacked ones; returns whether it was listed. */
  #forget(keyframe: KeptKeyframe): boolean {
    const bytes = this.#atHand.get(keyframe);
    if (bytes === undefined) return false;
    this.#atHand.delete(keyframe);
    this.#bytesAtHand -= bytes;
    return true;
  }

  #packWaiting(): void {
    const { packer, onError } = this.#options;
    if (packer === undefined) this.#waiting.clear();
    else if (!this.#isPacking && this.#waiting.size > 0) void this.#packAll(packer).catch(onError);
  }

  async #packAll(packer: Packer): Promise<void> {
    this.#isPacking = true;
    try {
      for (const state of this.#waiting) {
        this.#waiting.delete(state);
        await state.pack(packer, () => this.#isToBePacked(state));
        this.#options.onResized(state);
      }
    } finally {
      this.#isPacking = false;
    }
  }

  #isToBePacked(state: StoredState): boolean {
    return !state.isPacked && this.#options.isKept(state) && !this.#users.has(state);
  }
}

function storedOf({ states }: KeptKeyframe): StoredState[] {
  return Array.from(states.values(), ({ stored }) => stored);
}
