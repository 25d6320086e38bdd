import { nearestOnScreen, pixelsPerPlace, toValue, type PlotLayout, type SeriesView } from "@orrery/plots";
import type { Point } from "../canvas/plot-place.ts";
import type { PlotState } from "../plot-state.ts";
import { kindOf, type CurveSource } from "../sources/source.ts";

/** A moment of a line of history. */
export interface SamplePlace {
  /** The stretch that it belongs to. */
  readonly stretch: string;
  /** Simulated seconds. */
  readonly time: number;
}

/** Samples further from the pointer than this, in px, are ignored. */
const REACH_PX = 8;

/** Returns the sample of a visible curve that is closest to a point of its plot, on the present line or a branch. */
export function sampleAt(
  { curves, kind }: Pick<PlotState, "kind" | "curves">,
  { x, axes, axisOf }: Pick<PlotLayout, "x" | "axes" | "axisOf">,
  sources: Pick<CurveSource, "track">,
  at: Point,
): SamplePlace | undefined {
  if (kind === "path") return undefined;
  const time = toValue(x.scale, at.x);
  const perSecond = Math.abs(pixelsPerPlace(x.scale));
  let [best, found] = [REACH_PX, undefined as SamplePlace | undefined];
  for (const [index, { key, column, isVisible }] of curves.entries()) {
    const axis = axes[axisOf[index] ?? -1];
    // A difference belongs to no line of history, and neither do other runs.
    const track =
      isVisible && kindOf(key) !== "difference" && kindOf(key) !== "run" ? sources.track(key, column) : undefined;
    if (axis === undefined || track === undefined) continue;
    const scale = { perSecond, perValue: Math.abs(pixelsPerPlace(axis.scale)), isLog: axis.scale.type === "log" };
    const point = { time, value: toValue(axis.scale, at.y) };
    const look = (stretch: string, series: SeriesView | undefined): void => {
      const near = series && nearestOnScreen(series, point, scale, best);
      if (near !== undefined && (near.distance < best || found === undefined))
        [best, found] = [near.distance, { stretch, time: near.time }];
    };
    // The present line comes first, so that it wins where a branch leaves it.
    for (const stretch of track.present) look(stretch, track.series(stretch));
    for (const { stretch, series } of track.branches()) look(stretch, series);
  }
  return found;
}
