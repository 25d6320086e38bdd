import { multipleOf, type NiceStep, tenTo } from "./nice-step.ts";
import { type Interval } from "./scale.ts";
import { prefixedUnit, superscript } from "./unit-prefix.ts";

/** How the labels of an axis are written: all of them alike. */
export interface NumberFormat {
  /** Subtracted from the value on each label. Not 0 if labels would differ in their last digits only. */
  readonly offset: number;
  /** Labels are in units of this power of ten. */
  readonly power: number;
  readonly decimals: number;
  /** The unit of the labels: "mm", "×10⁶ kg·m²", "m, from 1000000 m"; empty for plain numbers. */
  readonly unit: string;
}

/** Returns the format for numbers of a range that are multiples of a step: with just the digits that they need. */
export function numberFormat(range: Interval, step: NiceStep, unit: string): NumberFormat {
  const { least, greatest } = range;
  const digits = exponentOf(Math.max(Math.abs(least), Math.abs(greatest))) - step.power + 1;
  if (digits <= MAX_DIGITS) return formatAround(least, greatest, step, unit, 0, "");
  const common = { mantissa: 1, power: step.power + COMMON_DIGITS, size: tenTo(step.power + COMMON_DIGITS) };
  const offset = multipleOf(common, Math.floor(least / common.size));
  const from = minus(String(Number(offset.toFixed(Math.min(20, Math.max(0, -common.power))))));
  return formatAround(least - offset, greatest - offset, step, unit, offset, [`from ${from}`, unit].join(" ").trim());
}

/** Returns a label. Negative numbers have a true minus sign, which is as wide as a plus. Zero has no sign. */
export function formatLabel(value: number, { offset, power, decimals }: NumberFormat): string {
  const rest = value - offset;
  const scaled = power < 0 ? rest * tenTo(-power) : rest / tenTo(power);
  return minus(scaled.toFixed(decimals));
}

/**
 * Returns a value for a readout, with one digit more than the pixels of its axis can tell apart. Tables have the exact
 * value.
 */
export function formatReading(value: number, perPixel: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "no value" : value > 0 ? "∞" : "−∞";
  const fine = Math.abs(perPixel) > 0 && Number.isFinite(perPixel) ? Math.abs(perPixel) : Math.abs(value) / 1000 || 1;
  const size = exponentOf(Math.max(Math.abs(value), fine));
  const decimals = Math.max(0, 1 - exponentOf(fine));
  if (size < 7 && decimals <= 6) return minus(value.toFixed(decimals));
  const [digits = "", power = "0"] = value.toExponential(Math.min(15, Math.max(1, size + decimals))).split("e");
  return `${minus(digits)}×10${superscript(Number(power))}`;
}

function formatAround(
  least: number,
  greatest: number,
  step: NiceStep,
  unit: string,
  offset: number,
  note: string,
): NumberFormat {
  const exponent = exponentOf(Math.max(Math.abs(least), Math.abs(greatest), step.size));
  const thousands = 3 * Math.floor(exponent / 3);
  const prefixed = exponent < -1 || exponent > 3 ? prefixedUnit(unit, thousands) : undefined;
  const isPlain = exponent >= -2 && exponent <= 4;
  const power = prefixed !== undefined ? thousands : isPlain ? 0 : thousands;
  const shown = prefixed ?? (isPlain ? unit : `×10${superscript(power)} ${unit}`.trim());
  const decimals = Math.min(20, Math.max(0, power - step.power));
  return { offset, power, decimals, unit: [shown, note].filter((text) => text !== "").join(", ") };
}

/** Returns the power of ten of the first digit. */
function exponentOf(size: number): number {
  return size > 0 ? Math.floor(Math.log10(size) + 1e-9) : 0;
}

function minus(text: string): string {
  if (!text.startsWith("-")) return text;
  return Number(text) === 0 ? text.slice(1) : `−${text.slice(1)}`;
}

/** Labels that would need more digits show the difference from a round number instead. */
const MAX_DIGITS = 7;
/** How many digits such differences have. */
const COMMON_DIGITS = 4;
