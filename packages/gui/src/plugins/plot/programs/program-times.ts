/** Samples of a program with the times of its own clock, in the order of time. */
export interface ProgramTimes {
  readonly times: ArrayLike<number>;
  /** No sample is missing between this time and the first one. */
  readonly since: number | undefined;
}

/** Per batch, in seconds: how fast a clock that was too late is set again. */
const RISE = 0.0005;
/** A clock is set at once if it would be later than this, in seconds. A busy computer holds programs up for less. */
const MAX_LATE = 1;

/**
 * Converts the times of a program to simulated times: a program has a clock of its own. The fastest arrivals tell by how
 * much the two clocks differ, because others were held up. While they run equally fast, samples keep their spacing;
 * otherwise they are spread between the ends of their batches.
 */
export class ProgramClock {
  /** The end of the batch before, by both clocks; NaN if there was none. */
  #own = NaN;
  #simulated = NaN;
  /** The simulated time minus the program's. */
  #offset = NaN;

  /** Returns the simulated times of a batch that arrived at a simulated time. */
  convert({ times, since }: ProgramTimes, now: number): Float64Array {
    const last = times[times.length - 1] ?? NaN;
    const isNext = times[0]! > this.#own && (since ?? this.#own) <= this.#own && this.#simulated <= now;
    // After a break and after a jump back in time, it is not known how much simulated time the samples span.
    const from = isNext ? this.#own : times[0]!;
    const start = isNext ? this.#simulated : now;
    const offset = now - last;
    this.#offset = isNext ? Math.min(offset, Math.max(this.#offset + RISE, offset - MAX_LATE)) : offset;
    const end = Math.min(now, Math.max(start, last + this.#offset));
    const scale = last > from ? (end - start) / (last - from) : 0;
    this.#own = last;
    this.#simulated = end;
    return Float64Array.from(times, (time) => (time === last ? end : Math.min(end, start + (time - from) * scale)));
  }
}
