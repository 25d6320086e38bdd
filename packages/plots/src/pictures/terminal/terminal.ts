import { CellGrid } from "./cell-grid.ts";
import { extentAlongX, extentsOf, joined, type PictureData } from "../curves/drawn-curve.ts";
import { type PictureDescription } from "../plot-description.ts";
import { resolveTimeRange } from "../axes/ranges.ts";
import { drawTerminalPlot, type PlannedPlot, planTerminalPlot } from "./terminal-plot.ts";

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalOptions extends TerminalSize {
  /** Adds control sequences for colours. */
  readonly hasColours: boolean;
}

/**
 * Returns a picture as lines of characters: curves as dots of braille, each with a symbol of its own now and then. There
 * are as many lines as rows, whatever is in them, so that a program can draw over the picture before.
 */
export function terminalPicture(picture: PictureDescription, data: PictureData, options: TerminalOptions): string[] {
  const columns = Math.max(1, Math.floor(options.columns));
  const rows = Math.max(1, Math.floor(options.rows));
  const grid = new CellGrid(columns, rows);
  const { plots } = picture;
  const extents = extentsOf(picture, data);
  const overTime = plots.map((plot, at) => (plot.x === "time" ? extentAlongX(plot, extents[at]!) : undefined));
  const time = resolveTimeRange(picture.time.range, joined(overTime));

  let top = 0;
  if (picture.title !== "" && rows > plots.length * MIN_ROWS) grid.put(0, top++, picture.title, "1");
  const weights = plots.map(({ weight }) => (weight > 0 && Number.isFinite(weight) ? weight : 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const space = rows - top;
  let share = 0;
  const planned: PlannedPlot[] = [];
  for (const [at, plot] of plots.entries()) {
    const from = top + Math.round((space * share) / whole);
    share += weights[at]!;
    const to = top + Math.round((space * share) / whole);
    // One time axis is enough for plots that are below each other.
    const isLabelled = plot.x !== "time" || plots[at + 1]?.x !== "time";
    const annotations = plot.x === "time" ? picture.annotations.map((annotation) => annotation.time) : [];
    const place = { plot, data: data[at] ?? [], extents: extents[at]!, time, from, to, isLabelled, annotations };
    planned.push(planTerminalPlot(grid, place));
  }
  const leftWidth = Math.max(0, ...planned.map((plot) => plot.leftWidth));
  const rightWidth = Math.max(0, ...planned.map((plot) => plot.rightWidth));
  for (const plot of planned) drawTerminalPlot(grid, plot, leftWidth, rightWidth);
  return grid.lines(options);
}

/** Of a plot: a legend, three rows of curves, the axis, its labels. */
const MIN_ROWS = 6;
