import { type AngleUnit, fromAngles, inAngles } from "../inspector/api.ts";
import type { AxisLimits, Range } from "./axis-range.ts";

export type Quantity = "position" | "velocity";

/** Returns the world's unit for a quantity of an axis. */
function axisUnit({ motion }: AxisLimits, quantity: Quantity): string {
  const unit = motion === "turns" ? "rad" : "m";
  return quantity === "position" ? unit : `${unit}/s`;
}

/** Converts numbers of one quantity of an axis to the reader's unit and back. */
export interface AxisScale {
  readonly unit: string;
  shown(value: number): number;
  meant(shown: number): number;
  range(range: Range): Range;
  /** Formats a value with a fixed number of digits, so that the text keeps its width while the value changes. */
  digits(value: number): string;
  /** Formats a value as briefly as possible, such as "45 deg". */
  words(value: number): string;
}

export function axisScale(limits: AxisLimits, quantity: Quantity, angles: AngleUnit): AxisScale {
  const base = axisUnit(limits, quantity);
  const { unit } = inAngles(0, base, angles);
  const decimals = unit.startsWith("deg") ? 2 : 4;
  // Entered degrees differ in the last digit after conversion to radians and back.
  const shown = (value: number): number => Number(inAngles(value, base, angles).value.toPrecision(14));
  const short = (value: number): string => String(Number(shown(value).toFixed(decimals)) + 0);
  return {
    unit,
    shown,
    meant: (entered) => fromAngles(entered, base, angles),
    range: ({ from, to }) => ({ from: shown(from), to: shown(to) }),
    digits: (value) => withoutMinusZero(shown(value).toFixed(decimals)),
    words: (value) => `${short(value)} ${unit}`,
  };
}

function withoutMinusZero(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text;
}
