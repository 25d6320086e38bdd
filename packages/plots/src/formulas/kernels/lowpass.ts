import { finiteOrGap } from "./differences.ts";
import type { Kernel } from "./kernel.ts";

/**
 * A filter of first order, exact for a value that stays the same from one sample to the next, however far apart they
 * are. It begins at the first value. After a gap it continues as if the value after it had been there all the time.
 */
export class Lowpass implements Kernel {
  /** Per second. */
  readonly #rate: number;
  #time = NaN;
  #value = NaN;
  #step = NaN;
  #share = 0;

  constructor(cutoffHz: number) {
    this.#rate = 2 * Math.PI * cutoffHz;
  }

  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void {
    let before = this.#time;
    let slow = this.#value;
    for (let i = 0; i < n; i++) {
      const value = finiteOrGap(values[i]!);
      if (Number.isNaN(value)) {
        out[i] = NaN;
        continue;
      }
      const step = times[i]! - before;
      slow = Number.isFinite(step) && Number.isFinite(slow) ? slow + this.#shareOf(step) * (value - slow) : value;
      before = times[i]!;
      out[i] = slow;
    }
    this.#time = before;
    this.#value = slow;
  }

  reset(): void {
    this.#time = this.#value = NaN;
  }

  /** Returns how much of the way to a new value is made in a step. Most steps are equal, and exponentials take long. */
  #shareOf(step: number): number {
    if (step !== this.#step) {
      this.#step = step;
      this.#share = -Math.expm1(-step * this.#rate);
    }
    return this.#share;
  }
}
