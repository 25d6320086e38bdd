import { type Samples } from "../../series/samples.ts";
import { type PictureDescription, type PlotDescription } from "../plot-description.ts";
import { type Extent, extentOf, joinExtents, NOTHING } from "../axes/ranges.ts";

/** What is drawn of a curve. Whoever has many samples thins them out first, so that none of it is finer than a pixel. */
export type DrawnCurve = DrawnPoints | DrawnEnvelope;

/** Points in the order in which they are joined. Where y is NaN, the line is interrupted. */
export interface DrawnPoints {
  readonly type: "points";
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** How many of the points there are; the arrays may be longer. */
  readonly count: number;
  /** Of plots whose x axis is not time: when each point was, in simulated seconds. Cursors are shown as dots there. */
  readonly times?: Float64Array;
}

/** Very many samples over time, summed up in columns of equal width; `envelope` of a series writes them. */
export interface DrawnEnvelope {
  readonly type: "envelope";
  /** Where the first column begins and the last one ends. */
  readonly from: number;
  readonly to: number;
  readonly columns: DrawnColumns;
}

export interface DrawnColumns {
  readonly columns: number;
  /** Samples in each column. */
  readonly counts: ArrayLike<number>;
  /** Values of the first and the last sample of each column; NaN where there is none. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** 1 where no line leads to the first sample of a column from the sample before. */
  readonly broken: ArrayLike<number>;
  /** The samples on either side of all columns; NaN if there is none, or no line to it. */
  readonly beforeTime: number;
  readonly beforeValue: number;
  readonly afterTime: number;
  readonly afterValue: number;
}

/** The curves of each plot, in the order of its description; `undefined` for those without data yet. */
export type PictureData = readonly (readonly (DrawnCurve | undefined)[])[];

/** What automatic ranges depend on. */
export interface CurveExtent {
  readonly x: Extent;
  /** Of what is in the visible range of x. */
  readonly y: Extent;
}

/** Likewise for each curve of each plot. */
export type PictureExtents = readonly (readonly (CurveExtent | undefined)[])[];

/** Makes a drawing of all samples. */
export function pointsOf({ times, values }: Samples): DrawnPoints {
  return { type: "points", xs: times, ys: values, count: times.length };
}

/** Measures what is drawn. Who has summaries of a long series gets the same from those, faster. */
export function extentsOf(picture: PictureDescription, data: PictureData): PictureExtents {
  return picture.plots.map((plot, at) => {
    const { least, greatest } = plot.x === "time" ? picture.time.range : plot.x.range;
    const from = least === "auto" ? -Infinity : least;
    const to = greatest === "auto" ? Infinity : greatest;
    return (data[at] ?? []).map((curve) => curve && extentOfCurve(curve, Math.min(from, to), Math.max(from, to)));
  });
}

/** Returns whether anything of a curve is between two places along x. */
export function hasValues(curve: DrawnCurve, from: number, to: number): boolean {
  const { y } = extentOfCurve(curve, from, to);
  return y.least <= y.greatest;
}

/** Returns what is shown of a plot along x, of visible curves alone. */
export function extentAlongX(plot: PlotDescription, extents: PictureExtents[number]): Extent {
  return joined(extents.filter((_, index) => plot.curves[index]?.isVisible).map((extent) => extent?.x));
}

/** Returns what some curves have in common: the range that shows all of them. */
export function joined(extents: readonly (Extent | undefined)[]): Extent {
  return extents.reduce((sum: Extent, extent) => (extent === undefined ? sum : joinExtents(sum, extent)), NOTHING);
}

function extentOfCurve(curve: DrawnCurve, from: number, to: number): CurveExtent {
  if (curve.type === "envelope") return extentOfColumns(curve, from, to);
  const { xs, ys, count } = curve;
  const x = extentOf(xs, 0, count);
  const [first, end] = x.least >= from && x.greatest <= to ? [0, count] : visible(curve, from, to);
  return { x, y: extentOf(ys, first, end) };
}

function extentOfColumns({ from: start, to: stop, columns }: DrawnEnvelope, from: number, to: number): CurveExtent {
  const width = (stop - start) / columns.columns;
  const first = Math.min(columns.columns, Math.max(0, Math.floor((from - start) / width)));
  const end = Math.max(first, Math.min(columns.columns, Math.ceil((to - start) / width)));
  const y = joinExtents(extentOf(columns.least, first, end), extentOf(columns.greatest, first, end));
  const isEmpty = y.least > y.greatest;
  return { x: isEmpty ? NOTHING : { least: start, greatest: stop, leastPositive: start > 0 ? start : width }, y };
}

/**
 * Returns which points are shown: from the first visible one to the last, with one more on either side, as a line that
 * only passes has its points outside. Paths may leave and come back in between.
 */
function visible({ xs, count }: DrawnPoints, from: number, to: number): readonly [first: number, end: number] {
  let [first, end] = [-1, -1];
  for (let i = 0; i < count; i++) {
    const isInside = xs[i]! >= from && xs[i]! <= to;
    const isPassing = i > 0 && (xs[i - 1]! < from ? xs[i]! > to : xs[i - 1]! > to && xs[i]! < from);
    if (!isInside && !isPassing) continue;
    if (first < 0) first = Math.max(0, i - 1);
    end = Math.min(count, i + (isInside ? 2 : 1));
  }
  return first < 0 ? [0, 0] : [first, end];
}
