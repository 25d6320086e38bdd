import type { SeriesView } from "@orrery/plots";
import type { TimeRange } from "../canvas/shown-time.ts";
import type { CurveState, PlotState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";

/** A curve on a stretch of history that does not lead to now. */
export interface BranchLine {
  readonly curve: CurveState;
  readonly stretch: string;
  readonly view: SeriesView;
}

/** At most this many branches of a curve are drawn: the latest ones. More could not be told apart. */
const MOST = 50;

/** Returns the branches of a plot's visible curves that have samples within a range. Paths have none. */
export function branchLines(
  { kind, curves }: Pick<PlotState, "kind" | "curves">,
  sources: Pick<CurveSource, "track">,
  { from, to }: TimeRange,
): BranchLine[] {
  if (kind === "path") return [];
  return curves.flatMap((curve) => {
    const branches = curve.isVisible ? (sources.track(curve.key, curve.column)?.branches() ?? []) : [];
    return branches
      .filter(({ series: { firstTime, lastTime } }) => firstTime <= to && lastTime >= from)
      .slice(-MOST)
      .map(({ stretch, series }) => ({ curve, stretch, view: series }));
  });
}
