import { between, SampleReader } from "./reader.ts";
import type { SeriesView } from "./series-view.ts";

/** Values at even distances of time. */
export interface EvenSamples {
  /** The time of the first one. */
  readonly start: number;
  /** Seconds from one to the next. */
  readonly step: number;
  readonly values: Float64Array;
  /** There were times without a value: the line leads straight across them. */
  readonly hasGaps: boolean;
}

/**
 * Resamples what lies between two times at as many even times as there are samples with a number. Where samples are
 * evenly spaced, these are their own times.
 */
export function resample(view: SeriesView, from: number, to: number): EvenSamples {
  const { first, last, count, hasGaps } = extentOf(view, from, to);
  const values = new Float64Array(count);
  const step = count < 2 ? 0 : (last - first) / (count - 1);
  const reader = new SampleReader(view);
  if (count === 0) return { start: NaN, step, values, hasGaps };
  reader.seekBefore(first);
  let [t0, v0] = [first, NaN];
  let [t1, v1] = [-Infinity, NaN];
  for (let i = 0; i < count; i++) {
    const time = i === count - 1 ? last : first + i * step;
    while (t1 < time && reader.next()) {
      if (reader.value !== reader.value) continue;
      [t0, v0] = [t1, v1];
      [t1, v1] = [reader.time, reader.value];
    }
    values[i] = between(time, t0, v0, t1, v1);
  }
  return { start: first, step, values, hasGaps };
}

interface Extent {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly hasGaps: boolean;
}

/** Finds the first and the last sample with a number between two times. Samples at the time of the one before do not count. */
function extentOf(view: SeriesView, from: number, to: number): Extent {
  const reader = new SampleReader(view);
  let [first, last, count] = [NaN, NaN, 0];
  let [isBehindGap, hasGaps] = [false, false];
  reader.seekBefore(from);
  while (reader.next() && reader.time <= to) {
    const { time, value } = reader;
    if (value !== value) {
      isBehindGap = true;
      continue;
    }
    if (time === last) continue;
    if (count === 0) first = time;
    else if (isBehindGap || !reader.isKnown(last, time)) hasGaps = true;
    isBehindGap = false;
    last = time;
    count++;
  }
  return { first, last, count, hasGaps };
}
