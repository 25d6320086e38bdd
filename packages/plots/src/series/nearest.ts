import { SampleReader } from "./reader.ts";
import type { SeriesView } from "./series-view.ts";

/** How a plot shows times and values. */
export interface PlotScale {
  /** Pixels per second. */
  readonly perSecond: number;
  /** Pixels per unit of the value; on a logarithmic axis, per factor of ten. */
  readonly perValue: number;
  readonly isLog?: boolean;
}

export interface NearestSample {
  readonly time: number;
  readonly value: number;
  /** Pixels from the point. */
  readonly distance: number;
}

/** Returns the sample with a number that is closest in time, of two as close ones the earlier. */
export function nearestInTime(view: SeriesView, time: number): NearestSample | undefined {
  return nearestOnScreen(view, { time, value: 0 }, { perSecond: 1, perValue: 0 });
}

/** Returns the sample that is drawn closest to a point, if one is within `reach` pixels. */
export function nearestOnScreen(
  view: SeriesView,
  point: { readonly time: number; readonly value: number },
  scale: PlotScale,
  reach = Infinity,
): NearestSample | undefined {
  const height = heightOf(point.value, scale);
  const reader = new SampleReader(view);
  let [time, value, best] = [NaN, NaN, reach];
  // First to the left, then to the right, until time alone is too far away.
  for (let isMore = reader.seek(point.time); isMore; isMore = reader.previous()) {
    const x = (point.time - reader.time) * scale.perSecond;
    if (x > best) break;
    const distance = distanceOf(x, reader.value, height, scale);
    if (distance <= best) [time, value, best] = [reader.time, reader.value, distance];
  }
  reader.seek(point.time);
  while (reader.next()) {
    const x = (reader.time - point.time) * scale.perSecond;
    if (x > best) break;
    const distance = distanceOf(x, reader.value, height, scale);
    if (distance < best || (distance === best && Number.isNaN(time))) {
      [time, value, best] = [reader.time, reader.value, distance];
    }
  }
  return Number.isNaN(time) ? undefined : { time, value, distance: best };
}

/** Returns the distance of a value from a height, both `x` pixels apart; NaN where nothing is drawn. */
function distanceOf(x: number, value: number, height: number, scale: PlotScale): number {
  const at = heightOf(value, scale);
  if (!Number.isFinite(at)) return NaN;
  return scale.perValue === 0 ? x : Math.hypot(x, (at - height) * scale.perValue);
}

function heightOf(value: number, { isLog = false }: PlotScale): number {
  return isLog ? Math.log10(value) : value;
}
