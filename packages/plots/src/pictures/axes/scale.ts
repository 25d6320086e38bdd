import { type ScaleType } from "../plot-description.ts";

/** The range of values on an axis. Both ends are finite, and `least` is below `greatest`. */
export interface Interval {
  readonly least: number;
  readonly greatest: number;
}

/** Maps the values of an axis to pixels. */
export interface Scale extends Interval {
  readonly type: ScaleType;
  /** The pixel of the least value. */
  readonly from: number;
  /** The pixel of the greatest value; less than `from` on axes that point upwards. */
  readonly to: number;
}

/** Returns the pixel of a value, which may be far off the axis; NaN for what a log scale cannot show. */
export function toPixel(scale: Scale, value: number): number {
  return scale.from + (place(scale.type, value) - place(scale.type, scale.least)) * pixelsPerPlace(scale);
}

/** Returns the value at a pixel. */
export function toValue(scale: Scale, pixel: number): number {
  const { type, least, from } = scale;
  const value = place(type, least) + (pixel - from) / pixelsPerPlace(scale);
  return type === "log" ? 10 ** value : value;
}

/** Returns the value that is linear in pixels: the decimal logarithm on a log scale, otherwise the value itself. */
export function place(type: ScaleType, value: number): number {
  if (type === "linear") return value;
  return value > 0 ? Math.log10(value) : NaN;
}

/** Returns how many pixels one unit of `place` takes; negative on axes that point upwards. */
export function pixelsPerPlace({ type, least, greatest, from, to }: Scale): number {
  return (to - from) / (place(type, greatest) - place(type, least));
}
