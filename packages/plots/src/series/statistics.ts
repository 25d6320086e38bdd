import { LineIntegral } from "./line-integral.ts";
import { between, SampleReader } from "./reader.ts";
import type { SeriesView } from "./series-view.ts";

/** What a series is at a time. NaN stands for what it does not know. */
export interface CursorValue {
  readonly time: number;
  /** On the straight line between the samples around. */
  readonly value: number;
  /** Of the sample at this time or the last one before it. */
  readonly sampleTime: number;
  readonly sampleValue: number;
}

/** Facts about a series between two times. NaN stands for what it does not know. */
export interface Statistics {
  readonly a: CursorValue;
  readonly b: CursorValue;
  /** From a to b: negative if b comes first. */
  readonly deltaTime: number;
  readonly deltaValue: number;
  /** `deltaValue` per second. */
  readonly slope: number;
  /** Of the samples between the times, both included. */
  readonly least: number;
  readonly leastTime: number;
  readonly greatest: number;
  readonly greatestTime: number;
  /** Over time, along straight lines between the samples. Where there is no value, no time counts. */
  readonly mean: number;
  /** Likewise. */
  readonly rms: number;
  /** Samples with a number. */
  readonly count: number;
}

/** Returns the value at a time, and the sample there or before it. */
export function valueAt(view: SeriesView, time: number): CursorValue {
  const reader = new SampleReader(view);
  if (!reader.seek(time)) return { time, value: NaN, sampleTime: NaN, sampleValue: NaN };
  const { time: sampleTime, value: sampleValue } = reader;
  if (sampleTime === time) return { time, value: sampleValue, sampleTime, sampleValue };
  const isBetween = reader.next() && reader.isKnown(sampleTime, reader.time);
  const value = isBetween ? between(time, sampleTime, sampleValue, reader.time, reader.value) : NaN;
  return { time, value, sampleTime, sampleValue };
}

/** Returns the facts about a series between two times, in either order. */
export function statistics(view: SeriesView, a: number, b: number): Statistics {
  const [atA, atB] = [valueAt(view, a), valueAt(view, b)];
  const deltaValue = atB.value - atA.value;
  return {
    a: atA,
    b: atB,
    deltaTime: b - a,
    deltaValue,
    slope: a === b ? NaN : deltaValue / (b - a),
    ...summaryOf(view, Math.min(a, b), Math.max(a, b)),
  };
}

/** Returns the frequency of what happens this many times between two times, in Hz; NaN if they are the same. */
export function frequencyBetween(a: number, b: number, periods = 1): number {
  return a === b ? NaN : periods / Math.abs(b - a);
}

type Summary = Omit<Statistics, "a" | "b" | "deltaTime" | "deltaValue" | "slope">;

function summaryOf(view: SeriesView, from: number, to: number): Summary {
  const reader = new SampleReader(view);
  const line = new LineIntegral();
  let least = NaN;
  let leastTime = NaN;
  let greatest = NaN;
  let greatestTime = NaN;
  let count = 0;
  let sum = 0;
  let squares = 0;
  let [t0, v0] = [NaN, NaN];
  // The sample before the range: the line from it leads into the range.
  let isMore = reader.seekBefore(from) || reader.next();
  for (; isMore; isMore = reader.next()) {
    const { time, value } = reader;
    if (time > from && t0 <= to && time > t0 && reader.isKnown(t0, time)) {
      const [start, stop] = [Math.max(t0, from), Math.min(time, to)];
      line.add(start, between(start, t0, v0, time, value), stop, between(stop, t0, v0, time, value));
    }
    if (time > to) break;
    if (time >= from && value === value) {
      count++;
      sum += value;
      squares += value * value;
      if (!(value >= least)) [least, leastTime] = [value, time];
      if (!(value <= greatest)) [greatest, greatestTime] = [value, time];
    }
    [t0, v0] = [time, value];
  }
  const isLine = line.duration > 0;
  // Single samples have no duration.
  const mean = isLine ? line.mean : sum / count;
  const rms = isLine ? line.rms : Math.sqrt(squares / count);
  return { least, leastTime, greatest, greatestTime, mean, rms, count };
}
