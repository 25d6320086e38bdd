import type { orrery } from "@orrery/msgs";
import type { Step } from "./watched-step.ts";

/** Collects rows of numbers, one for each sampled step, until somebody takes them as columns. */
export class Samples {
  #columns = 0;
  #steps: number[] = [];
  #times: number[] = [];
  /** How many samples were taken or dropped so far. */
  #sequence = 0;
  /** Simulated seconds: no sample is missing between this time and the first row. */
  #since = 0;
  /** The step count of the last row. */
  #lastCount = NaN;
  #lastNs = 0;
  #watchedNs = Infinity;
  /** The rows, one after the other. It grows as needed and is reused. */
  #rows = new Float64Array(0);
  #at = 0;

  /** How many samples wait to be taken. */
  get size(): number {
    return this.#steps.length;
  }

  get bytes(): number {
    return this.#steps.length * (this.#columns + 2) * 8;
  }

  /** Sets the length of a row. No rows may wait. */
  set columns(columns: number) {
    this.#columns = columns;
  }

  /** Records the simulated time from which on each step that is due becomes a row. */
  watchFrom(timeNs: number): void {
    this.#watchedNs = timeNs;
    this.#lastCount = NaN;
  }

  /** Begins a row, which `add` fills. All steps are due whose count is a multiple of `every`. */
  begin({ count, timeNs, dt }: Step, every: number): void {
    const from = this.#steps.length * this.#columns;
    if (this.#rows.length < from + this.#columns) this.#grow(from + this.#columns);
    this.#at = from;
    if (this.#steps.length === 0) {
      const isNext = count === (Math.floor(this.#lastCount / every) + 1) * every;
      const stepNs = Math.round(dt * 1e9);
      // Without a row before, nothing is missing since it was watched, unless a step was due in between.
      const isFirst = Number.isNaN(this.#lastCount) && timeNs - this.#watchedNs <= every * stepNs;
      const sinceNs = isNext ? this.#lastNs : isFirst ? this.#watchedNs : timeNs;
      this.#since = Math.min(sinceNs, timeNs - stepNs) / 1e9;
    }
    this.#lastCount = count;
    this.#lastNs = timeNs;
    this.#steps.push(count);
    this.#times.push(timeNs / 1e9);
  }

  add(values: Float64Array): void {
    const rows = this.#rows;
    for (let i = 0; i < values.length; i++) rows[this.#at++] = values[i]!;
  }

  /** Returns the rows that wait, as columns, and removes them; `undefined` if there are none. */
  take(): Pick<orrery.ItemSamples, "steps" | "times" | "values" | "sequence" | "since"> | undefined {
    const count = this.#steps.length;
    if (count === 0) return undefined;
    const [steps, times, sequence, since] = [this.#steps, this.#times, this.#sequence, this.#since];
    const taken = { steps, times, values: this.#inColumns(), sequence, since };
    this.drop();
    return taken;
  }

  /** Drops the rows that wait. They are counted, so that whoever gets the next ones sees the gap. */
  drop(): void {
    this.#sequence += this.#steps.length;
    this.#steps = [];
    this.#times = [];
  }

  #inColumns(): readonly number[] {
    const [columns, count, rows] = [this.#columns, this.#steps.length, this.#rows];
    const values = new Float64Array(count * columns);
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < count; row++) values[column * count + row] = rows[row * columns + column]!;
    }
    // Readers use it like an array of numbers. Copying a million of them into a real one would serve only the
    // type.
    return values as unknown as readonly number[];
  }

  #grow(least: number): void {
    const larger = new Float64Array(Math.max(least, 2 * this.#rows.length));
    larger.set(this.#rows);
    this.#rows = larger;
  }
}
