import {
  drawLayout,
  Envelope,
  envelope,
  extentsOf,
  layoutPicture,
  type DrawnCurve,
  type MeasureText,
  type PictureData,
  type Pen,
  type PictureDescription,
  type PictureLayout,
  type SeriesView,
  type ThemeName,
} from "@orrery/plots";
import { branchLines, type BranchLine } from "../branches/branch-lines.ts";
import type { CursorPair } from "../cursors/cursor-marks.ts";
import type { CurveState, PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";
import { describePlots } from "./describe-plots.ts";
import { PathPoints } from "./path-points.ts";
import { lineOf, shownRange, type TimeRange } from "./shown-time.ts";

export interface ReadOptions {
  readonly state: PlotsState;
  readonly sources: Pick<CurveSource, "state" | "track">;
  readonly theme: ThemeName;
  /** In px. */
  readonly height: number;
  /** How finely curves over time are read. */
  readonly columns: number;
  readonly hasLegend?: boolean;
  /** Simulated time of the world, which the play head shows; `undefined` while unknown. */
  readonly now: number | undefined;
  readonly cursors?: CursorPair | undefined;
}

export interface PaintOptions extends Omit<ReadOptions, "columns"> {
  readonly width: number;
  readonly measure: MeasureText;
}

/** A picture of plots, and what is drawn of their curves. */
export interface ReadPicture {
  readonly picture: PictureDescription;
  readonly data: PictureData;
}

/** Draws plots, and keeps the memory for it. */
export class PlotPainter {
  /** What was drawn last: for each plot, its curves. */
  data: PictureData = [];
  readonly #envelopes = new Map<string, Envelope>();
  readonly #paths = new Map<string, PathPoints>();

  /** Draws everything, and returns the layout. */
  paint(pen: Pen, options: PaintOptions): PictureLayout {
    const { width, height, measure } = options;
    const { picture, data } = this.read({ ...options, columns: Math.max(16, Math.round(width)) });
    const layout = layoutPicture(picture, extentsOf(picture, data), { width, height, measure });
    drawLayout(pen, layout, data);
    return layout;
  }

  /** Describes everything, and reads what is drawn of each curve. */
  read(options: ReadOptions): ReadPicture {
    const { state, columns } = options;
    const range = shownRange(options);
    const branches = state.plots.map((plot) => branchLines(plot, options.sources, range));
    const picture = describePlots({ ...options, range, branches });
    this.data = state.plots.map(({ kind, curves }, index) => [
      ...curves.map((curve) =>
        kind === "path" ? this.#path(curve, options, range) : this.#curve(curve, options, range, columns),
      ),
      ...branches[index]!.map(({ curve, stretch, view }) =>
        this.#envelope(`${curve.id} ${stretch}`, view, range, columns),
      ),
    ]);
    this.#forget(state, branches.flat());
    return { picture, data: this.data };
  }

  #curve(
    curve: CurveState,
    { sources }: Pick<ReadOptions, "sources">,
    range: TimeRange,
    columns: number,
  ): DrawnCurve | undefined {
    const view = curve.isVisible ? lineOf(curve, sources) : undefined;
    return view && this.#envelope(curve.id, view, range, columns);
  }

  #envelope(id: string, view: SeriesView, { from, to }: TimeRange, columns: number): DrawnCurve {
    let memory = this.#envelopes.get(id);
    if (memory === undefined || memory.capacity < columns) this.#envelopes.set(id, (memory = new Envelope(columns)));
    envelope(view, from, to, columns, memory);
    return { type: "envelope", from, to, columns: memory };
  }

  #path(curve: CurveState, { sources }: Pick<ReadOptions, "sources">, { from, to }: TimeRange): DrawnCurve | undefined {
    if (!curve.isVisible || curve.across === undefined) return undefined;
    const [x, y] = [lineOf(curve.across, sources), lineOf(curve, sources)];
    if (x === undefined || y === undefined) return undefined;
    let memory = this.#paths.get(curve.id);
    if (memory === undefined) this.#paths.set(curve.id, (memory = new PathPoints()));
    return memory.read(x, y, from, to);
  }

  /** Frees the memory of curves that are gone. */
  #forget({ plots }: PlotsState, branches: readonly BranchLine[]): void {
    const count = plots.reduce((sum, { curves }) => sum + curves.length, branches.length);
    if (this.#envelopes.size + this.#paths.size <= count) return;
    const ids = new Set(plots.flatMap(({ curves }) => curves.map(({ id }) => id)));
    for (const { curve, stretch } of branches) ids.add(`${curve.id} ${stretch}`);
    for (const memory of [this.#envelopes, this.#paths]) {
      for (const id of memory.keys()) if (!ids.has(id)) memory.delete(id);
    }
  }
}
