import type { Kernel } from "./kernel.ts";

/**
 * Computes the slope from the sample before to each one. There is none at the first sample, in a gap and right after
 * one. Of several samples at one time, the later ones repeat the slope, and the last one is where the next begins.
 */
export class Derivative implements Kernel {
  #time = NaN;
  #value = NaN;
  #slope = NaN;

  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void {
    for (let i = 0; i < n; i++) {
      const value = finiteOrGap(values[i]!);
      const time = times[i]!;
      if (time !== this.#time) this.#slope = (value - this.#value) / (time - this.#time);
      out[i] = Number.isNaN(value) ? NaN : this.#slope;
      this.#time = time;
      this.#value = value;
    }
  }

  reset(): void {
    this.#time = this.#value = this.#slope = NaN;
  }
}

/** Gives the sample before each one, whatever it is. */
export class Previous implements Kernel {
  #value = NaN;

  append(n: number, out: Float64Array, values: Float64Array): void {
    if (n === 0) return;
    out[0] = this.#value;
    for (let i = 1; i < n; i++) out[i] = values[i - 1]!;
    this.#value = values[n - 1]!;
  }

  reset(): void {
    this.#value = NaN;
  }
}

/** Adds or takes off whole turns, so that no value is more than half a turn away from the one before. */
export class Unwrap implements Kernel {
  readonly #turn: number;
  #value = NaN;
  #turns = 0;

  /** `turn` is in the unit of the values. */
  constructor(turn: number) {
    this.#turn = turn;
  }

  append(n: number, out: Float64Array, values: Float64Array): void {
    for (let i = 0; i < n; i++) {
      const value = finiteOrGap(values[i]!);
      if (!Number.isNaN(value)) {
        if (!Number.isNaN(this.#value)) this.#turns -= Math.round((value - this.#value) / this.#turn);
        this.#value = value;
      }
      // A product, not a sum of turns: after a thousand of them it is as exact as after one.
      out[i] = value + this.#turns * this.#turn;
    }
  }

  reset(): void {
    this.#value = NaN;
    this.#turns = 0;
  }
}

/** Infinities would stay in sums and filters forever. */
export function finiteOrGap(value: number): number {
  return Number.isFinite(value) ? value : NaN;
}
