import { finiteOrGap } from "./differences.ts";
import type { Kernel } from "./kernel.ts";
import { SampleQueue } from "./sample-queue.ts";

/** Of a window, or a delay: times are sums of steps, and seldom exact. */
export const TIME_TOLERANCE = 1e-9;

/**
 * Gives the mean of the samples of the last seconds: of those later than the beginning of the window, up to the sample
 * itself. Gaps do not count.
 *
 * Nothing is ever subtracted, so that a great value leaves no trace when it has gone out. The first samples of the
 * queue have next to them their sum with those that follow, up to the last one that has such a sum. Later ones are
 * added up in `#sum`. When the first are used up, the sums of the others are worked out backwards: each sample is added
 * twice in all.
 */
export class MovingMean implements Kernel {
  readonly #seconds: number;
  readonly #queue = new SampleQueue();
  /** This many samples, from the head on, have sums next to them. */
  #summed = 0;
  #sum = 0;

  constructor(seconds: number) {
    this.#seconds = seconds * (1 - TIME_TOLERANCE);
  }

  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void {
    const queue = this.#queue;
    for (let i = 0; i < n; i++) {
      const value = finiteOrGap(values[i]!);
      if (Number.isNaN(value)) {
        out[i] = NaN;
        continue;
      }
      queue.push(times[i]!, value);
      this.#sum += value;
      while (times[i]! - queue.times[queue.head]! >= this.#seconds) this.#drop();
      const total = this.#summed > 0 ? queue.sums[queue.head]! + this.#sum : this.#sum;
      out[i] = total / (queue.tail - queue.head);
    }
  }

  reset(): void {
    this.#queue.clear();
    this.#summed = 0;
    this.#sum = 0;
  }

  /** Lets the first sample go. The last one is never dropped: it is less than the window old. */
  #drop(): void {
    if (this.#summed === 0) this.#sumUp();
    this.#queue.head++;
    this.#summed--;
  }

  #sumUp(): void {
    const { values, sums, head, tail } = this.#queue;
    let sum = 0;
    for (let i = tail - 1; i >= head; i--) {
      sum += values[i]!;
      sums[i] = sum;
    }
    this.#summed = tail - head;
    this.#sum = 0;
  }
}
