import {
  describePicture,
  describePlot,
  drawLayout,
  Envelope,
  envelope,
  extentsOf,
  joinSeries,
  layoutPicture,
  type CurveDescription,
  type DrawnCurve,
  type MeasureText,
  type Pen,
  type PictureLayout,
  type SeriesView,
  type ThemeName,
} from "@orrery/plots";
import { curveName, unitOf } from "../curve-text.ts";
import type { CurveState, PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";

export interface PaintOptions {
  readonly state: PlotsState;
  readonly sources: CurveSource;
  readonly theme: ThemeName;
  readonly width: number;
  readonly height: number;
  readonly measure: MeasureText;
  /** Simulated time of the world, which the play head shows; `undefined` while unknown. */
  readonly now: number | undefined;
}

/** Range of simulated time, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Draws plots, and keeps the memory for it. */
export class PlotPainter {
  readonly #envelopes = new Map<string, Envelope>();

  /** Draws everything, and returns where it is. */
  paint(pen: Pen, options: PaintOptions): PictureLayout {
    const { state, theme, width, height, measure, now } = options;
    const range = shownRange(options);
    const picture = describePicture({
      theme,
      plots: state.plots.map((plot) =>
        describePlot({ curves: plot.curves.map((curve) => describeCurve(curve, options.sources)), hasLegend: false }),
      ),
      time: { title: "Simulated time", range: { least: range.from, greatest: range.to } },
      cursors: now === undefined ? {} : { now },
    });
    const columns = Math.max(16, Math.round(width));
    const data = state.plots.map((plot) => plot.curves.map((curve) => this.#drawn(curve, options, range, columns)));
    const layout = layoutPicture(picture, extentsOf(picture, data), { width, height, measure });
    drawLayout(pen, layout, data);
    return layout;
  }

  #drawn(
    curve: CurveState,
    { sources }: PaintOptions,
    { from, to }: TimeRange,
    columns: number,
  ): DrawnCurve | undefined {
    const view = lineOf(curve, sources);
    if (view === undefined || !curve.isVisible) return undefined;
    let memory = this.#envelopes.get(curve.id);
    if (memory === undefined || memory.capacity < columns)
      this.#envelopes.set(curve.id, (memory = new Envelope(columns)));
    envelope(view, from, to, columns, memory);
    return { type: "envelope", from, to, columns: memory };
  }
}

/** Returns the range that is shown: it ends at the latest sample, or is as it was chosen. */
export function shownRange({ state, sources, now }: Pick<PaintOptions, "state" | "sources" | "now">): TimeRange {
  const { time } = state;
  if (time.kind === "range") return time;
  const ends = state.plots.flatMap(({ curves }) =>
    curves.map((curve) => lineOf(curve, sources)?.chunks.at(-1)?.lastTime ?? -Infinity),
  );
  const latest = Math.max(now ?? -Infinity, ...ends);
  const to = Number.isFinite(latest) ? Math.max(latest, time.seconds) : time.seconds;
  return { from: to - time.seconds, to };
}

/** Returns all samples of a curve on the line that leads to now. */
export function lineOf({ key, column }: CurveState, sources: CurveSource): SeriesView | undefined {
  const line = sources.track(key, column)?.line() ?? [];
  return line.length === 0 ? undefined : joinSeries(line);
}

function describeCurve(curve: CurveState, sources: CurveSource): CurveDescription {
  const described = sources.state(curve.key)?.described;
  return {
    name: curveName(curve, described),
    unit: unitOf(described, curve.column),
    run: "",
    colour: curve.colour,
    width: 1.5,
    style: curve.style,
    dash: "solid",
    marker: "none",
    isVisible: curve.isVisible,
    isDimmed: false,
    side: curve.side,
  };
}
