import type { Track } from "@orrery/plots";

/** Consecutive samples of one column. */
export interface ColumnSamples {
  /** The stretch of history that they belong to. */
  readonly stretch: string;
  readonly times: ArrayLike<number>;
  /** May contain other columns before and after this one. */
  readonly values: ArrayLike<number>;
  /** Index of the first value of this column. */
  readonly offset: number;
  /** No sample is missing between this time and the first one; `undefined` when that is not known. */
  readonly since: number | undefined;
}

/** The shortest time between two steps, in seconds: simulated time is whole nanoseconds. */
export const INSTANT = 1e-9;

/** Adds samples of the running world. If the replay of the past was faster and is ahead of them, they are filled in. */
export function addSamples(track: Track, { stretch, times, values, offset, since }: ColumnSamples): void {
  const { length } = times;
  const first = times[0];
  if (first === undefined) return;
  const known = track.series(stretch)?.lastTime ?? NaN;
  const from = since !== undefined && since < first ? since : first - INSTANT;
  if (!(first <= known)) return track.append(stretch, times, values, { offset, since: from });
  const own = Float64Array.from({ length }, (_, i) => values[offset + i]!);
  track.fill(stretch, from, times[length - 1]!, { times: Float64Array.from(times), values: own });
}
