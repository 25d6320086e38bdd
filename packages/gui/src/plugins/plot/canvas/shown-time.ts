import { joinSeries, type SeriesView } from "@orrery/plots";
import { allCurves, type NumberRef, type PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";

/** Range of simulated time, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface TimeContext {
  readonly state: PlotsState;
  readonly sources: Pick<CurveSource, "track">;
  /** Simulated time of the world; `undefined` while unknown. */
  readonly now: number | undefined;
}

/** Returns the range that is shown: the last seconds, everything that is known, or the range that was chosen. */
export function shownRange({ state, sources, now }: TimeContext): TimeRange {
  const { time } = state;
  if (time.kind === "range") return time;
  const known = knownRange(state, sources);
  const to = Math.max(now ?? -Infinity, known.to);
  if (time.kind === "latest") {
    const end = Number.isFinite(to) ? Math.max(to, time.seconds) : time.seconds;
    return { from: end - time.seconds, to: end };
  }
  const from = Math.min(known.from, now ?? Infinity);
  if (!Number.isFinite(from) || !Number.isFinite(to)) return { from: 0, to: 1 };
  return from < to ? { from, to } : { from, to: from + 1 };
}

/** Returns the times of the first sample of all curves and of the last. */
export function knownRange(state: PlotsState, sources: TimeContext["sources"]): TimeRange {
  let [from, to] = [Infinity, -Infinity];
  for (const curve of allCurves(state)) {
    const chunks = lineOf(curve, sources)?.chunks ?? [];
    if (chunks.length === 0) continue;
    from = Math.min(from, chunks[0]!.firstTime);
    to = Math.max(to, chunks.at(-1)!.lastTime);
  }
  return { from, to };
}

/** Returns all samples of a number on the line that leads to now; `undefined` until there are some. */
export function lineOf({ key, column }: NumberRef, sources: TimeContext["sources"]): SeriesView | undefined {
  const line = sources.track(key, column)?.line() ?? [];
  return line.length === 0 ? undefined : joinSeries(line);
}
