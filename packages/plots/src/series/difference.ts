import { LineIntegral } from "./line-integral.ts";
import { between, SampleReader } from "./reader.ts";
import type { Samples } from "./samples.ts";
import type { SeriesView } from "./series-view.ts";

export interface DifferenceOptions {
  /** Seconds to add to the times of the second series. */
  readonly offset?: number;
  /** Up to this much apart, values count as the same. */
  readonly tolerance?: number;
}

/** How two series differ in the time that both know. */
export interface Difference {
  /** First minus second, at each time at which one of them has a sample. NaN where one of them has no value. */
  readonly samples: Samples;
  /** The greatest distance, and when it is there; NaN if they have no value at the same time. */
  readonly greatest: number;
  readonly greatestTime: number;
  /** Over time, along straight lines. */
  readonly rms: number;
  /** The first time at which they differ by more than the tolerance, or only one has a value; `undefined` if never. */
  readonly partsAt: number | undefined;
}

/** Times closer than this are one: with an offset, sums of equal times may differ in the last bit. */
const SAME_TIME = 5e-10;

/** Compares two series, with the second one moved in time. Values between samples are on straight lines. */
export function difference(a: SeriesView, b: SeriesView, options: DifferenceOptions = {}): Difference {
  const { offset = 0, tolerance = 0 } = options;
  const pair = new SeriesPair(a, b, offset);
  const capacity = sizeOf(a) + sizeOf(b);
  const times = new Float64Array(capacity);
  const values = new Float64Array(capacity);
  const line = new LineIntegral();
  let [greatest, greatestTime] = [NaN, NaN];
  let partsAt: number | undefined;
  let [sum, numbers] = [0, 0];
  let count = 0;
  while (pair.next()) {
    const { time, first, second } = pair;
    // The difference of equal infinities is no number.
    const value = first === second ? 0 : first - second;
    if (count > 0 && !pair.isJoined) {
      times[count] = time;
      values[count++] = NaN;
    }
    if (count > 0) line.add(times[count - 1]!, values[count - 1]!, time, value);
    times[count] = time;
    values[count++] = value;
    const size = Math.abs(value);
    const isParted = size > tolerance || (pair.isExact && Number.isNaN(first) !== Number.isNaN(second));
    if (isParted) partsAt ??= time;
    if (size !== size) continue;
    if (!(size <= greatest)) [greatest, greatestTime] = [size, time];
    sum += size * size;
    numbers++;
  }
  const rms = line.duration > 0 ? line.rms : Math.sqrt(sum / numbers);
  const samples = { times: times.slice(0, count), values: values.slice(0, count) };
  return { samples, greatest, greatestTime, rms, partsAt };
}

/** Returns how many samples there are, and room for the gaps. */
function sizeOf({ chunks, coverage }: SeriesView): number {
  let count = coverage.spans.length;
  for (const chunk of chunks) count += chunk.count;
  return count;
}

/** Walks over the times of two series together, within the time that both have. */
class SeriesPair {
  time = NaN;
  first = NaN;
  second = NaN;
  /** Both have a sample at this time. */
  isExact = false;
  /** Nothing is missing between the time before and this one. */
  isJoined = false;
  readonly #a: Side;
  readonly #b: Side;

  constructor(a: SeriesView, b: SeriesView, offset: number) {
    this.#a = new Side(a, 0);
    this.#b = new Side(b, offset);
  }

  /** Moves to the next time. Returns `false` if there is none. */
  next(): boolean {
    const [a, b] = [this.#a, this.#b];
    for (;;) {
      const apart = a.time - b.time;
      // One of them has ended.
      if (Number.isNaN(apart)) return false;
      this.isExact = Math.abs(apart) <= SAME_TIME;
      const isFirst = apart <= SAME_TIME;
      const isSecond = apart >= -SAME_TIME;
      this.time = isFirst ? a.time : b.time;
      this.first = isFirst ? a.value : a.at(this.time);
      this.second = isSecond ? b.value : b.at(this.time);
      const isWithin = (isFirst || a.hasBegun) && (isSecond || b.hasBegun);
      this.isJoined = (!isFirst || a.isJoined) && (!isSecond || b.isJoined);
      if (isFirst) a.advance();
      if (isSecond) b.advance();
      if (isWithin) return true;
    }
  }
}

/** One of two series: the sample to come, and the one before it. */
class Side {
  readonly #reader: SampleReader;
  readonly #offset: number;
  #timeBefore = NaN;
  #valueBefore = NaN;

  constructor(view: SeriesView, offset: number) {
    this.#reader = new SampleReader(view);
    this.#offset = offset;
    this.#reader.next();
  }

  /** NaN at the end. */
  get time(): number {
    return this.#reader.time + this.#offset;
  }

  get value(): number {
    return this.#reader.value;
  }

  get hasBegun(): boolean {
    return !Number.isNaN(this.#timeBefore);
  }

  /** Whether nothing is missing between the two samples. */
  get isJoined(): boolean {
    return this.#reader.isKnown(this.#timeBefore, this.#reader.time);
  }

  /** Returns the value at a time between the two samples. */
  at(time: number): number {
    const { time: next, value } = this.#reader;
    return this.isJoined ? between(time - this.#offset, this.#timeBefore, this.#valueBefore, next, value) : NaN;
  }

  advance(): void {
    this.#timeBefore = this.#reader.time;
    this.#valueBefore = this.#reader.value;
    this.#reader.next();
  }
}
