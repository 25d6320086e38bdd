import { indexAt } from "../../series/samples.ts";
import { type DrawnCurve, type DrawnEnvelope, type DrawnPoints } from "./drawn-curve.ts";
import { type CurveStyle } from "../plot-description.ts";

/** Returns the value of a curve's line at a place along x; NaN before its first sample, after its last one, in gaps. */
export function valueAt(curve: DrawnCurve, x: number, style: CurveStyle): number {
  return curve.type === "points" ? onPoints(curve, x, style) : inColumns(curve, x);
}

function onPoints({ xs, ys, count }: DrawnPoints, x: number, style: CurveStyle): number {
  const all = count === xs.length ? xs : xs.subarray(0, count);
  const after = indexAt(all, x);
  if (after >= count) return NaN;
  if (all[after] === x) return ys[after]!;
  if (after === 0) return NaN;
  const [x0, x1, y0, y1] = [all[after - 1]!, all[after]!, ys[after - 1]!, ys[after]!];
  return style === "lines" ? y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) : y0;
}

/** The last sample of the column, or of the nearest one before from which a line leads on. */
function inColumns({ from, to, columns }: DrawnEnvelope, x: number): number {
  if (!(x >= from && x <= to)) return NaN;
  const column = Math.min(columns.columns - 1, Math.floor(((x - from) / (to - from)) * columns.columns));
  let next = column;
  while (next < columns.columns && columns.counts[next] === 0) next++;
  const isPast = next === columns.columns ? Number.isNaN(columns.afterValue) : columns.broken[next] === 1;
  if (next > column && isPast) return NaN;
  for (let i = column; i >= 0; i--) if (columns.counts[i]! > 0) return columns.last[i]!;
  return columns.beforeValue;
}
