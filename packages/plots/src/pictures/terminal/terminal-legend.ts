import { plainUnit } from "../axes/assign-axes.ts";
import { type CellGrid, cellWidth } from "./cell-grid.ts";
import { type DrawnCurve } from "../curves/drawn-curve.ts";
import { formatReading } from "../axes/number-format.ts";
import { plainText, shortened } from "../pens/plain-text.ts";
import { type PlotDescription } from "../plot-description.ts";
import { curveStyle, curveSymbol } from "./terminal-curves.ts";

/**
 * Writes a symbol, the name and the latest value of each visible curve, and returns how many rows that took. It depends
 * on names and units alone, so that a live picture does not move.
 */
export function drawTerminalLegend(
  grid: CellGrid,
  plot: PlotDescription,
  data: readonly (DrawnCurve | undefined)[],
  top: number,
  mostRows: number,
): number {
  const entries = plot.curves.flatMap(({ name, run, unit, isVisible }, index) => {
    if (!isVisible) return [];
    const label = plainText(run === "" ? name : `${name} · ${run}`) || "curve without a name";
    return [{ index, label, unit: plainText(plainUnit(unit)) }];
  });
  if (entries.length === 0 || mostRows < 1) return 0;
  const around = (unit: string) => 2 + 1 + VALUE + (unit === "" ? 0 : 1 + cellWidth(unit));
  const widest = Math.max(...entries.map(({ label, unit }) => cellWidth(label) + around(unit)));
  const columns = Math.min(entries.length, Math.max(1, Math.floor((grid.columns + GAP) / (widest + GAP))));
  const each = Math.floor((grid.columns - (columns - 1) * GAP) / columns);
  const places = columns * mostRows;
  const kept = entries.length <= places ? entries.length : places - 1;
  for (const [at, { index, label, unit }] of entries.slice(0, kept).entries()) {
    const left = (at % columns) * (Math.min(each, widest) + GAP);
    const row = top + Math.floor(at / columns);
    const name = shortened(label, Math.max(4, each - around(unit)), cellWidth);
    const value = latestValue(data[index]);
    const reading = formatReading(value, Math.abs(value) / 100).replaceAll("−", "-");
    grid.put(left, row, curveSymbol(plot, index), curveStyle(plot, index));
    grid.put(left + 2, row, `${name} ${Number.isNaN(value) ? "" : `${reading} ${unit}`}`.trimEnd());
  }
  const more = entries.length - kept;
  if (more > 0) grid.put((kept % columns) * (Math.min(each, widest) + GAP) + 2, top + mostRows - 1, `and ${more} more`);
  return Math.min(mostRows, Math.ceil(entries.length / columns));
}

/** Cells for a value, such as -1234.5 or 1.235×10⁻⁶. */
const VALUE = 10;
/** Between two entries. */
const GAP = 3;

function latestValue(curve: DrawnCurve | undefined): number {
  if (curve?.type === "points") return curve.count === 0 ? NaN : curve.ys[curve.count - 1]!;
  return curve === undefined
    ? NaN
    : (curve.columns.last.subarray(0, curve.columns.columns).findLast(Number.isFinite) ?? NaN);
}
