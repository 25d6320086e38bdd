import { indexAt } from "../../series/samples.ts";
import { type Box } from "../axes/axis-layout.ts";
import { type DrawnCurve, type DrawnEnvelope, type DrawnPoints } from "./drawn-curve.ts";
import { PathTracer } from "./path-tracer.ts";
import { type CurveStyle } from "../plot-description.ts";
import { pixelsPerPlace, place, type Scale, toPixel } from "../axes/scale.ts";

/** A line in px: x and y in turn, NaN and NaN where it is interrupted. Valid until the next call. */
export interface CurvePath {
  readonly pairs: Float64Array;
  readonly count: number;
}

/** Returns the line of a curve. Allocates nothing but, now and then, a longer array. */
export function curvePath(curve: DrawnCurve, style: CurveStyle, x: Scale, y: Scale, frame: Box): CurvePath {
  tracer.begin(frame, style === "steps");
  if (curve.type === "points") tracePoints(curve, x, y);
  else traceColumns(curve, x, y);
  tracer.finish();
  return { pairs: tracer.pairs, count: tracer.length >> 1 };
}

const tracer = new PathTracer();

function tracePoints(curve: DrawnPoints, x: Scale, y: Scale): void {
  const { xs, ys } = curve;
  const [first, end] = visiblePoints(curve, x);
  const [isLogX, isLogY] = [x.type === "log", y.type === "log"];
  const [kx, ky] = [pixelsPerPlace(x), pixelsPerPlace(y)];
  const [originX, originY] = [place(x.type, x.least), place(y.type, y.least)];
  const [fromX, fromY] = [x.from, y.from];
  for (let i = first; i < end; i++) {
    const placeX = isLogX ? Math.log10(xs[i]!) : xs[i]!;
    const placeY = isLogY ? Math.log10(ys[i]!) : ys[i]!;
    tracer.add(fromX + (placeX - originX) * kx, fromY + (placeY - originY) * ky);
  }
}

/** Goes through each column from its first value to its last, past both extremes. */
function traceColumns({ from, to, columns }: DrawnEnvelope, x: Scale, y: Scale): void {
  const { counts, first, last, least, greatest, broken } = columns;
  const isLogY = y.type === "log";
  const ky = pixelsPerPlace(y);
  const originY = place(y.type, y.least);
  const fromY = y.from;
  const atY = (value: number) => fromY + ((isLogY ? Math.log10(value) : value) - originY) * ky;
  const width = (to - from) / columns.columns;
  if (!Number.isNaN(columns.beforeTime)) tracer.add(toPixel(x, columns.beforeTime), atY(columns.beforeValue));
  for (let column = 0; column < columns.columns; column++) {
    if (counts[column] === 0) continue;
    if (broken[column] === 1) tracer.interrupt();
    const atX = toPixel(x, from + width * (column + 0.5));
    tracer.add(atX, atY(first[column]!));
    if (counts[column] === 1) continue;
    const isUpwards = first[column]! <= last[column]!;
    tracer.add(atX, atY(isUpwards ? least[column]! : greatest[column]!));
    tracer.add(atX, atY(isUpwards ? greatest[column]! : least[column]!));
    tracer.add(atX, atY(last[column]!));
  }
  if (!Number.isNaN(columns.afterTime)) tracer.add(toPixel(x, columns.afterTime), atY(columns.afterValue));
}

/**
 * Returns which points matter for what is visible: those within, and one on either side. Points over time are searched;
 * all points of a path count, as it may come back.
 */
export function visiblePoints({ xs, count, times }: DrawnPoints, x: Scale): readonly [first: number, end: number] {
  if (times !== undefined || count === 0) return [0, count];
  const all = count === xs.length ? xs : xs.subarray(0, count);
  const first = Math.max(0, indexAt(all, x.least) - 1);
  let end = indexAt(all, x.greatest);
  // Those at the very end of the range, and the next.
  while (end < count && all[end]! <= x.greatest) end++;
  return [first, Math.min(count, end + 1)];
}
