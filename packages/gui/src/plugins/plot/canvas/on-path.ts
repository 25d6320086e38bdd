import { indexAt, toPixel, type DrawnCurve, type PlotLayout } from "@orrery/plots";
import type { Point } from "./plot-place.ts";

/** How far a pointer may be from a path, in px. */
const REACH_PX = 40;

/** Returns the time of the point of a path that is closest to a place; `undefined` if none is near. */
export function timeOnPath(
  { x, axes, axisOf }: PlotLayout,
  data: readonly (DrawnCurve | undefined)[],
  at: Point,
): number | undefined {
  let [best, time] = [REACH_PX, undefined as number | undefined];
  for (const [index, curve] of data.entries()) {
    const axis = axes[axisOf[index] ?? -1];
    if (curve?.type !== "points" || curve.times === undefined || axis === undefined) continue;
    for (let i = 0; i < curve.count; i++) {
      const distance = Math.hypot(toPixel(x.scale, curve.xs[i]!) - at.x, toPixel(axis.scale, curve.ys[i]!) - at.y);
      if (distance < best) [best, time] = [distance, curve.times[i]];
    }
  }
  return time;
}

/** Returns where a path is at a time, in px; `undefined` if it has no point there. */
export function pointOnPath(
  { x, axes, axisOf }: PlotLayout,
  index: number,
  curve: DrawnCurve,
  time: number,
): Point | undefined {
  const axis = axes[axisOf[index] ?? -1];
  if (curve.type !== "points" || curve.times === undefined || curve.count === 0 || axis === undefined) return undefined;
  const times = curve.times.subarray(0, curve.count);
  const at = Math.min(curve.count - 1, indexAt(times, time));
  if (time < times[0]! || time > times.at(-1)!) return undefined;
  const point = { x: toPixel(x.scale, curve.xs[at]!), y: toPixel(axis.scale, curve.ys[at]!) };
  return Number.isFinite(point.x + point.y) ? point : undefined;
}
