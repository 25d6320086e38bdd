/** Samples of one value: columns of equal length. Who reads them must not change them. */
export interface Samples {
  /** Simulated seconds; they never decrease. */
  readonly times: Float64Array;
  /** NaN where there was no value. */
  readonly values: Float64Array;
}

/** Makes samples of two lists of numbers. Throws when the lengths differ or a time is earlier than the one before. */
export function samples(times: ArrayLike<number>, values: ArrayLike<number>): Samples {
  if (times.length !== values.length) throw new Error(`${times.length} times, but ${values.length} values`);
  const columns = { times: Float64Array.from(times), values: Float64Array.from(values) };
  const late = columns.times.findIndex((time, i) => !(i === 0 || time >= columns.times[i - 1]!));
  if (late >= 0) throw new Error(`time ${columns.times[late]} comes after ${columns.times[late - 1]}`);
  return columns;
}

/** Returns the index of the first sample at a time or later; the number of samples if there is none. */
export function indexAt(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
