import type { Kernel } from "./kernel.ts";
import { TIME_TOLERANCE } from "./moving-mean.ts";
import { SampleQueue } from "./sample-queue.ts";

/**
 * Gives the value that there was some seconds before, on the line between the two samples around that time. There is
 * none before the first sample, and none between a gap and its neighbours.
 */
export class Delay implements Kernel {
  readonly #seconds: number;
  readonly #queue = new SampleQueue();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  append(n: number, out: Float64Array, values: Float64Array, times: Float64Array): void {
    const queue = this.#queue;
    const tolerance = this.#seconds * TIME_TOLERANCE;
    for (let i = 0; i < n; i++) {
      queue.push(times[i]!, values[i]!);
      const wanted = times[i]! - this.#seconds;
      while (queue.head + 1 < queue.tail && queue.times[queue.head + 1]! <= wanted + tolerance) queue.head++;
      out[i] = this.#valueAt(wanted, tolerance);
    }
  }

  reset(): void {
    this.#queue.clear();
  }

  #valueAt(wanted: number, tolerance: number): number {
    const { times, values, head } = this.#queue;
    const past = wanted - times[head]!;
    if (!(past >= -tolerance)) return NaN;
    if (past <= tolerance) return values[head]!;
    const share = past / (times[head + 1]! - times[head]!);
    return values[head]! + share * (values[head + 1]! - values[head]!);
  }
}
