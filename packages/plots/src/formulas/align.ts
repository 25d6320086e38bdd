import { writeBetween } from "./between.ts";
import type { CurveInfo } from "./scope.ts";
import { columnNames } from "./shape.ts";

/** Which times several curves are brought to: all that any of them has, or those of the first one. */
export type TimeBase = "union" | "first";

/** Samples of several curves at the same times. */
export interface AlignedSamples {
  readonly times: Float64Array<ArrayBuffer>;
  /** The columns of each curve. */
  readonly inputs: readonly (readonly Float64Array<ArrayBuffer>[])[];
}

/**
 * Brings curves with times of their own to common ones, bit by bit. Between two samples a curve is a straight line, or
 * keeps the earlier value if it is held. Before its first sample it has no value, and none after its last one unless it
 * is held. Of several samples of one curve at one time, the first counts.
 */
export class Aligner {
  readonly #inputs: readonly AlignedInput[];
  readonly #base: TimeBase;

  constructor(infos: readonly CurveInfo[], base: TimeBase = "union") {
    this.#inputs = infos.map((info) => new AlignedInput(info));
    this.#base = base;
  }

  /** Adds samples of one curve. Throws when a time is earlier than the one before: jumps need another aligner. */
  append(input: number, times: Float64Array, columns: readonly Float64Array[]): void {
    this.#inputs[input]!.append(times, columns);
  }

  /** Takes all samples that nothing can change any more: those up to the time that every curve has reached. */
  take(): AlignedSamples {
    return this.#takeUntil(Math.min(...this.#inputs.map(({ lastTime }) => lastTime)));
  }

  /** Takes all that is left. No curve will have further samples. */
  finish(): AlignedSamples {
    return this.#takeUntil(Infinity);
  }

  #takeUntil(end: number): AlignedSamples {
    const times = this.#timesUntil(end);
    return { times, inputs: this.#inputs.map((input) => input.take(times)) };
  }

  #timesUntil(end: number): Float64Array<ArrayBuffer> {
    const sources = this.#base === "first" ? this.#inputs.slice(0, 1) : this.#inputs;
    const most = sources.reduce((sum, { pending }) => sum + pending, 0);
    const times = new Float64Array(most);
    let count = 0;
    for (;;) {
      let next = Infinity;
      for (const source of sources) if (source.nextTime < next) next = source.nextTime;
      if (next > end || next === Infinity) return times.slice(0, count);
      for (const source of sources) source.pass(next);
      times[count++] = next;
    }
  }
}

/** One curve: the samples that are still needed. */
class AlignedInput {
  readonly #info: CurveInfo;
  #times = new Float64Array(256);
  #columns: Float64Array<ArrayBuffer>[];
  #size = 0;
  /** The first sample whose time has not been given out. */
  #next = 0;
  lastTime = -Infinity;

  constructor(info: CurveInfo) {
    this.#info = info;
    this.#columns = columnNames(info.shape).map(() => new Float64Array(256));
  }

  /** Infinity when there is none. */
  get nextTime(): number {
    return this.#next < this.#size ? this.#times[this.#next]! : Infinity;
  }

  get pending(): number {
    return this.#size - this.#next;
  }

  pass(time: number): void {
    if (this.#next < this.#size && this.#times[this.#next] === time) this.#next++;
  }

  append(times: Float64Array, columns: readonly Float64Array[]): void {
    this.#reserve(this.#size + times.length);
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      if (time === this.lastTime) continue;
      if (!(time > this.lastTime)) throw new RangeError(`time ${time} comes after ${this.lastTime}`);
      this.#times[this.#size] = this.lastTime = time;
      for (let column = 0; column < this.#columns.length; column++) {
        this.#columns[column]![this.#size] = columns[column]![i]!;
      }
      this.#size++;
    }
  }

  /** Returns the columns at some times, which never decrease from call to call. Forgets what they have passed. */
  take(times: Float64Array): Float64Array<ArrayBuffer>[] {
    const out = this.#columns.map(() => new Float64Array(times.length));
    let at = -1;
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      while (at + 1 < this.#size && this.#times[at + 1]! <= time) at++;
      this.#write(time, at, out, i);
    }
    if (at > 0) this.#forget(at);
    return out;
  }

  /** Writes the value at a time, for which `at` is the last sample that is not later; −1 when all are later. */
  #write(time: number, at: number, out: readonly Float64Array[], i: number): void {
    const isExact = at >= 0 && this.#times[at] === time;
    if (isExact || (at >= 0 && this.#info.isHeld === true)) {
      for (let column = 0; column < out.length; column++) out[column]![i] = this.#columns[column]![at]!;
    } else if (at < 0 || at + 1 >= this.#size) {
      for (let column = 0; column < out.length; column++) out[column]![i] = NaN;
    } else {
      const share = (time - this.#times[at]!) / (this.#times[at + 1]! - this.#times[at]!);
      writeBetween(this.#info.shape, this.#columns, at, share, out, i);
    }
  }

  #forget(count: number): void {
    for (const column of [this.#times, ...this.#columns]) column.copyWithin(0, count, this.#size);
    this.#size -= count;
    this.#next = Math.max(0, this.#next - count);
  }

  #reserve(size: number): void {
    if (size <= this.#times.length) return;
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const copy = new Float64Array(Math.max(size, 2 * column.length));
      copy.set(column.subarray(0, this.#size));
      return copy;
    };
    this.#times = grown(this.#times);
    this.#columns = this.#columns.map(grown);
  }
}
