import { assignAxes, plainUnit } from "../axes/assign-axes.ts";
import { BrailleRaster } from "./braille.ts";
import { type CellGrid, cellWidth } from "./cell-grid.ts";
import { type CurveExtent, type DrawnCurve, extentAlongX, hasValues, joined } from "../curves/drawn-curve.ts";
import { AUTOMATIC, type PlotDescription } from "../plot-description.ts";
import { plainText, shortened } from "../pens/plain-text.ts";
import { resolveRange } from "../axes/ranges.ts";
import { type Interval, type Scale, toPixel } from "../axes/scale.ts";
import { type CurveSymbol, curveStyle, curveSymbol, drawTerminalCurve, symbolsOf } from "./terminal-curves.ts";
import { drawTerminalLegend } from "./terminal-legend.ts";
import { type Ticks, ticksFor } from "../axes/ticks.ts";
import { timeTicks } from "../axes/time-ticks.ts";

export interface TerminalPlot {
  readonly plot: PlotDescription;
  readonly data: readonly (DrawnCurve | undefined)[];
  readonly extents: readonly (CurveExtent | undefined)[];
  readonly time: Interval;
  /** The first row, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly isLabelled: boolean;
  /** Times to mark on the axis. */
  readonly annotations: readonly number[];
}

/** A plot whose legend is drawn, and whose axes are known. */
export interface PlannedPlot {
  readonly place: TerminalPlot;
  readonly axes: readonly TerminalAxis[];
  /** First row of the frame, and how many it has: none where there is no room. */
  readonly top: number;
  readonly rows: number;
  /** Cells that labels take on either side. */
  readonly leftWidth: number;
  readonly rightWidth: number;
}

/** Draws the title and the legend of a plot, and works out what room its axes need. */
export function planTerminalPlot(grid: CellGrid, place: TerminalPlot): PlannedPlot {
  const { plot, data, from, to, isLabelled } = place;
  const legendRows = plot.hasLegend ? Math.max(1, Math.floor((to - from) / 4)) : 0;
  const titleRows = plot.title === "" || to - from < 8 ? 0 : 1;
  if (titleRows > 0) grid.put(0, from, plot.title, "1");
  const top = from + titleRows + drawTerminalLegend(grid, plot, data, from + titleRows, legendRows);
  const rows = Math.max(0, to - top - 1 - (isLabelled ? 1 : 0));
  const axes = rows === 0 ? [] : terminalAxes(place, rows);
  const widthOn = (side: "left" | "right") => axes.find((axis) => axis.side === side)?.width ?? 0;
  return { place, axes, top, rows, leftWidth: widthOn("left"), rightWidth: widthOn("right") };
}

/** Draws the frame of a plot with its curves. Plots below each other get the same widths, so that times are aligned. */
export function drawTerminalPlot(grid: CellGrid, planned: PlannedPlot, leftWidth: number, rightWidth: number): void {
  const { place, axes, top, rows } = planned;
  const { plot, data } = place;
  const columns = grid.columns - leftWidth - 1 - (rightWidth === 0 ? 0 : rightWidth + 1);
  if (columns < 1 || rows < 1) return;
  const x = terminalX(place, columns);
  const raster = new BrailleRaster(columns, rows);
  const symbols: CurveSymbol[] = [];
  for (const [index, curve] of data.entries()) {
    const axis = axes.find(({ curves }) => curves.includes(index));
    if (curve === undefined || axis === undefined || plot.curves[index]?.isVisible !== true) continue;
    drawTerminalCurve(raster, curve, plot, index, x.scale, axis.scale);
    symbols.push(...symbolsOf(curve, plot, index, x.scale, axis.scale, columns));
  }
  const left = axes.find((axis) => axis.side === "left");
  const right = axes.find((axis) => axis.side === "right");
  drawFrame(grid, { left, right, x, top, rows, leftWidth, columns }, place);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = raster.cell(column, row);
      if (cell !== undefined) grid.put(leftWidth + 1 + column, top + row, cell.letter, curveStyle(plot, cell.owner));
    }
  }
  for (const { column, row, index } of symbols) {
    if (row < 0 || row >= rows) continue;
    grid.put(leftWidth + 1 + column, top + row, curveSymbol(plot, index), curveStyle(plot, index));
  }
  drawNote(grid, place, x.scale, leftWidth + 1, top + (rows >> 1), columns);
}

/** Cells for a unit; longer ones lose their middle. */
const MAX_UNIT = 12;

interface TerminalAxis {
  readonly side: "left" | "right" | undefined;
  readonly scale: Scale;
  readonly ticks: Ticks;
  /** Of its labels and unit. */
  readonly width: number;
  readonly curves: readonly number[];
}

/** One axis on either side has labels; curves of further units are drawn to a scale of their own. */
function terminalAxes({ plot, extents }: TerminalPlot, rows: number): TerminalAxis[] {
  const isVisible = (curve: number) => plot.curves[curve]!.isVisible;
  const taken = new Set<string>();
  return assignAxes(plot.curves)
    .filter(({ curves }) => curves.some(isVisible))
    .map(({ side, unit, curves }) => {
      const described = plot.axes.find((axis) => plainUnit(axis.unit) === unit) ?? {
        range: AUTOMATIC,
        scale: "linear",
      };
      const extent = joined(curves.filter(isVisible).map((curve) => extents[curve]?.y));
      const range = resolveRange(described.range, extent, described.scale);
      const scale: Scale = { type: described.scale, ...range, from: rows * 4 - 1, to: 0 };
      const apart = Math.max(8, Math.min(16, rows));
      const ticks = ticksFor(described.scale, range, unit, { pixels: rows * 4, apart: () => apart });
      const widths = [...ticks.majors.map(({ label }) => cellWidth(label)), Math.min(MAX_UNIT, cellWidth(ticks.unit))];
      const isFirst = !taken.has(side);
      taken.add(side);
      return { side: isFirst ? side : undefined, scale, ticks, width: Math.max(4, ...widths), curves };
    });
}

function terminalX({ plot, extents, time }: TerminalPlot, columns: number): { scale: Scale; ticks: Ticks } {
  const room = { pixels: columns * 2, apart: (label: string) => (cellWidth(label) + 3) * 2 };
  const dots = { from: 0, to: columns * 2 - 1 };
  if (plot.x === "time") return { scale: { type: "linear", ...time, ...dots }, ticks: timeTicks(time, room) };
  const range = resolveRange(plot.x.range, extentAlongX(plot, extents), plot.x.scale);
  const ticks = ticksFor(plot.x.scale, range, plainUnit(plot.x.unit), room);
  return { scale: { type: plot.x.scale, ...range, ...dots }, ticks };
}

interface TerminalFrame {
  readonly left: TerminalAxis | undefined;
  readonly right: TerminalAxis | undefined;
  readonly x: { readonly scale: Scale; readonly ticks: Ticks };
  readonly top: number;
  readonly rows: number;
  readonly leftWidth: number;
  readonly columns: number;
}

function drawFrame(grid: CellGrid, frame: TerminalFrame, { isLabelled, annotations }: TerminalPlot): void {
  const { left, right, x, top, rows, leftWidth, columns } = frame;
  const bottom = top + rows;
  const rightAt = leftWidth + 1 + columns;
  for (let row = top; row < bottom; row++) {
    grid.put(leftWidth, row, "│");
    if (right !== undefined) grid.put(rightAt, row, "│");
  }
  grid.put(leftWidth, bottom, `└${"─".repeat(columns)}${right === undefined ? "" : "┘"}`);
  for (const axis of [left, right]) {
    for (const { value, label } of axis?.ticks.majors ?? []) {
      const row = top + Math.floor(Math.round(toPixel(axis!.scale, value)) / 4);
      const text = label.replaceAll("−", "-");
      grid.put(axis === left ? leftWidth : rightAt, row, axis === left ? "┤" : "├");
      grid.put(axis === left ? leftWidth - cellWidth(text) : rightAt + 1, row, text);
    }
  }
  // The corners are free for units.
  const unitOf = (axis: TerminalAxis) => shortened(plainText(axis.ticks.unit), axis.width, cellWidth);
  if (left !== undefined) grid.put(leftWidth - cellWidth(unitOf(left)), bottom, unitOf(left));
  if (right !== undefined) grid.put(rightAt + 1, bottom, unitOf(right));
  for (const time of annotations) {
    const column = Math.floor(toPixel(x.scale, time) / 2);
    if (column >= 0 && column < columns) grid.put(leftWidth + 1 + column, bottom, "◆");
  }
  for (const { value, label } of x.ticks.majors) {
    const column = leftWidth + 1 + Math.floor(Math.round(toPixel(x.scale, value)) / 2);
    grid.put(column, bottom, "┬");
    if (!isLabelled) continue;
    const text = label.replaceAll("−", "-");
    const width = cellWidth(text);
    grid.put(Math.max(0, Math.min(grid.columns - width, column - (width >> 1))), bottom + 1, text);
  }
  const unit = x.ticks.unit;
  if (isLabelled && unit !== "" && left !== undefined) grid.put(0, bottom + 1, unit);
}

function drawNote(grid: CellGrid, { plot, data }: TerminalPlot, x: Scale, left: number, row: number, columns: number) {
  const isShown = plot.curves.some(({ isVisible }, index) => {
    const curve = data[index];
    return isVisible && curve !== undefined && hasValues(curve, x.least, x.greatest);
  });
  if (isShown) return;
  const note = plot.curves.length === 0 ? "No curves yet" : "No samples here";
  grid.put(left + Math.max(0, (columns - note.length) >> 1), row, note, "2");
}
