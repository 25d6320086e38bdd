export interface StepKeys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

/**
 * Returns the value after its field was dragged this many pixels to the right. The change per pixel is a hundredth of
 * the value's size, at least a hundredth unless the value is below a tenth, and about one degree for degrees; ten times
 * finer with Shift, ten times coarser with Ctrl. Results are rounded to the step.
 */
export function dragStep(from: number, pixels: number, { shiftKey, ctrlKey }: StepKeys, unit = ""): number {
  if (!Number.isFinite(from)) return from;
  const step = (sizeOf(from, unit) / 100) * (shiftKey ? 0.1 : 1) * (ctrlKey ? 10 : 1);
  const digits = Math.max(0, -Math.round(Math.log10(step)));
  return Number((from + pixels * step).toFixed(Math.min(Math.max(digits, decimalsOf(from)), MAX_DIGITS)));
}

/** Returns the value after an arrow key, which counts as ten pixels. */
export function keyStep(from: number, direction: -1 | 1, keys: StepKeys, unit = ""): number {
  return dragStep(from, 10 * direction, keys, unit);
}

/** Returns the size of a value, as a power of ten. */
function sizeOf(from: number, unit: string): number {
  const size = Math.abs(from);
  const least = unit === "deg" ? 100 : size === 0 || size >= 0.1 ? 1 : Number.MIN_VALUE;
  return 10 ** Math.floor(Math.log10(Math.max(size, least)));
}

function decimalsOf(value: number): number {
  const [, decimals = "", exponent = "0"] = /^-?\d*\.?(\d*)(?:e(.*))?$/.exec(String(value)) ?? [];
  const count = Math.max(decimals.length - Number(exponent), 0);
  return decimals.length > MAX_ROUND ? 0 : Math.min(count, MAX_DIGITS);
}

const MAX_DIGITS = 15;
/** A number with more digits comes from the simulation rather than from a person. */
const MAX_ROUND = 6;
