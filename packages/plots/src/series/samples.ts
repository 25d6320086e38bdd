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
  checkTimes(columns.times, -Infinity);
  return columns;
}

/** Throws when a time is earlier than the one before, or than `last`, or not a number. */
export function checkTimes(times: ArrayLike<number>, last: number): void {
  const { length } = times;
  if (length > 0 && !(times[0]! >= last)) refuse(times[0]!, last);
  for (let i = 1; i < length; i++) if (!(times[i]! >= times[i - 1]!)) refuse(times[i]!, times[i - 1]!);
}

function refuse(time: number, before: number): never {
  throw new Error(`time ${time} comes after ${before}`);
}

/** Returns the index of the first sample at a time or later, from `start` on; `end` if there is none. */
export function indexAt(times: Float64Array, time: number, start = 0, end = times.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first sample later than a time, from `start` on; `end` if there is none. */
export function indexAfter(times: Float64Array, time: number, start = 0, end = times.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does the same as `indexAt`, and is faster if the index is near a guess. */
export function indexNear(times: Float64Array, time: number, start: number, end: number, guess: number): number {
  let low = start;
  let high = end;
  let at = Math.min(Math.max(guess, start), end);
  if (at < end && times[at]! < time) {
    low = at + 1;
    for (let step = 1; low < end; step *= 2) {
      at = Math.min(low + step, end) - 1;
      if (times[at]! >= time) {
        high = at;
        break;
      }
      low = at + 1;
    }
  } else {
    high = at;
    for (let step = 1; high > start; step *= 2) {
      at = Math.max(high - step, start);
      if (times[at]! < time) {
        low = at + 1;
        break;
      }
      high = at;
    }
  }
  return low < high ? indexAt(times, time, low, high) : low;
}
