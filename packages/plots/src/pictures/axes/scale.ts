import { type ScaleType } from "../plot-description.ts";

/** Values from one end of an axis to the other. Both ends are finite, and the least is below the greatest. */
export interface Interval {
  readonly least: number;
  readonly greatest: number;
}

/** Where values are on an axis. */
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

/** Returns where a value is on an axis, in units in which the axis is even: the decimal logarithm on a log scale. */
export function place(type: ScaleType, value: number): number {
  if (type === "linear") return value;
  return value > 0 ? Math.log10(value) : NaN;
}

/** Returns how many pixels one unit of `place` takes; negative on axes that point upwards. */
export function pixelsPerPlace({ type, least, greatest, from, to }: Scale): number {
  return (to - from) / (place(type, greatest) - place(type, least));
}
