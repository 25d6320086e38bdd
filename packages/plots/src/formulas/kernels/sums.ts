import { finiteOrGap } from "./differences.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Sums up by the trapezoidal rule, from 0 at the first sample. What is between a gap and its neighbours adds nothing;
 * after the gap the sum continues.
 */
export class Integral implements Kernel {
  #time = NaN;
  #value = NaN;
  #sum = 0;

  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void {
    for (let i = 0; i < n; i++) {
      const value = finiteOrGap(values[i]!);
      const area = 0.5 * (value + this.#value) * (times[i]! - this.#time);
      if (Number.isFinite(area)) this.#sum += area;
      out[i] = Number.isNaN(value) ? NaN : this.#sum;
      this.#time = times[i]!;
      this.#value = value;
    }
  }

  reset(): void {
    this.#time = this.#value = NaN;
    this.#sum = 0;
  }
}

/** Gives the greatest value so far. */
export class Highest implements Kernel {
  #value = -Infinity;

  append(n: number, out: Float64Array, values: Float64Array): void {
    for (let i = 0; i < n; i++) {
      const value = values[i]!;
      if (value > this.#value) this.#value = value;
      out[i] = Number.isNaN(value) ? NaN : this.#value;
    }
  }

  reset(): void {
    this.#value = -Infinity;
  }
}

/** Gives the least value so far. */
export class Lowest implements Kernel {
  #value = Infinity;

  append(n: number, out: Float64Array, values: Float64Array): void {
    for (let i = 0; i < n; i++) {
      const value = values[i]!;
      if (value < this.#value) this.#value = value;
      out[i] = Number.isNaN(value) ? NaN : this.#value;
    }
  }

  reset(): void {
    this.#value = Infinity;
  }
}
