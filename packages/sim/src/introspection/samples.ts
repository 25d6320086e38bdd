import type { orrery } from "@orrery/msgs";
import type { Step } from "./watched-step.ts";

/** Rows of numbers, one for each sampled step, until somebody takes them in columns. */
export class Samples {
  #columns = 0;
  #steps: number[] = [];
  #times: number[] = [];
  /** Samples that were taken or dropped since it was made. */
  #sequence = 0;
  /** Simulated seconds: no sample is missing between this time and the first row. */
  #since = 0;
  /** Of the step of the last row. */
  #lastCount = NaN;
  #lastNs = 0;
  /** Rows, one after the other; it grows and is used again. */
  #rows = new Float64Array(0);
  #at = 0;

  /** Samples that wait to be taken. */
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

  /** Begins a row, which `add` fills. `every`: how many steps after the one before, unless some were left out. */
  begin({ count, timeNs, dt }: Step, every: number): void {
    const from = this.#steps.length * this.#columns;
    if (this.#rows.length < from + this.#columns) this.#grow(from + this.#columns);
    this.#at = from;
    if (this.#steps.length === 0) {
      const isNext = count === this.#lastCount + every;
      this.#since = (isNext ? this.#lastNs : timeNs - Math.round(dt * 1e9)) / 1e9;
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

  /** Takes the rows that wait, in columns; `undefined` when there are none. */
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
    // An array of numbers to whoever reads it; copying a million of them into another one would be for the type
    // alone.
    return values as unknown as readonly number[];
  }

  #grow(least: number): void {
    const larger = new Float64Array(Math.max(least, 2 * this.#rows.length));
    larger.set(this.#rows);
    this.#rows = larger;
  }
}
