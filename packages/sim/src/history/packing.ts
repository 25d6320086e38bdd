import type { KeptKeyframe } from "./kept-keyframe.ts";
import { keepState, type KeptState, type Packer, type StoredState } from "./stored-state.ts";

export interface PackingOptions {
  /** Left out, nothing is packed. */
  readonly packer: Packer | undefined;
  /** Whether some keyframe has it still. */
  readonly isKept: (state: StoredState) => boolean;
  /** It takes more or less memory now. */
  readonly onResized: (state: StoredState) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps at hand, as they are, the keyframes that somebody is likely to go to next: to unpack one can take longer than to restore
 * it. The others are packed, one at a time: one that is being packed takes its memory twice.
 */
export class Packing {
  readonly #options: PackingOptions;
  /** As they are; the last one that was taken or gone to is the last. */
  #atHand: KeptKeyframe[] = [];
  #waiting: StoredState[] = [];
  #isPacking = false;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  /** What systems keep, to be kept. */
  store(states: ReadonlyMap<string, Uint8Array>): Map<string, KeptState> {
    const before = this.#atHand.at(-1)?.states;
    return new Map([...states].map(([system, bytes]) => [system, keepState(bytes, before?.get(system))]));
  }

  /** A keyframe was taken or gone to. `room`: bytes that may stay as they are, beside those of this one. */
  use(keyframe: KeptKeyframe, room: number): void {
    const others = this.#atHand.filter((other) => other !== keyframe && !other.isDropped);
    let left = room;
    const staying = others.toReversed().filter((other) => {
      left -= other.isMarked ? bytesOf(other) : 0;
      return other.isMarked && left >= 0;
    });
    this.#atHand = [...staying.reverse(), keyframe];
    this.#pack(others);
  }

  /** Some keyframes are dropped: lets go of what no other has. */
  tidy(): void {
    const dropped = this.#atHand.filter(({ isDropped }) => isDropped);
    this.#atHand = this.#atHand.filter(({ isDropped }) => !isDropped);
    this.#pack(dropped);
  }

  #pack(keyframes: readonly KeptKeyframe[]): void {
    const { packer, onError } = this.#options;
    if (packer === undefined) return;
    const states = new Set([...this.#waiting, ...keyframes.flatMap(storedOf)]);
    this.#waiting = [...states].filter((state) => !state.isPacked && this.#isToBePacked(state));
    void this.#packAll(packer).catch(onError);
  }

  async #packAll(packer: Packer): Promise<void> {
    if (this.#isPacking) return;
    this.#isPacking = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const state = next;
        await state.pack(packer, () => this.#isToBePacked(state));
        this.#options.onResized(state);
      }
    } finally {
      this.#isPacking = false;
    }
  }

  #isToBePacked(state: StoredState): boolean {
    return this.#options.isKept(state) && !this.#atHand.some((keyframe) => storedOf(keyframe).includes(state));
  }
}

function storedOf({ states }: KeptKeyframe): StoredState[] {
  return Array.from(states.values(), ({ stored }) => stored);
}

function bytesOf(keyframe: KeptKeyframe): number {
  return storedOf(keyframe).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
