import type { Track } from "@orrery/plots";

/** Consecutive samples of one column. */
export interface ColumnSamples {
  /** The stretch of history that they belong to. */
  readonly stretch: string;
  readonly times: ArrayLike<number>;
  /** May have other columns before and behind. */
  readonly values: ArrayLike<number>;
  /** Index of the first value of this column. */
  readonly offset: number;
  /** No sample is missing between this time and the first one; `undefined` when that is not known. */
  readonly since: number | undefined;
}

/** Simulated time is whole nanoseconds. */
export const INSTANT = 1e-9;

/** Adds samples that came from the running world. The past that is simulated again may have been faster. */
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
