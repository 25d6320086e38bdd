/** A round distance: 1, 2 or 5 times a power of ten. */
export interface NiceStep {
  readonly mantissa: number;
  readonly power: number;
  readonly size: number;
}

/**
 * Returns the smallest round step that is not less than a positive number. The last bits of the number do not matter,
 * so that a range which is moved along keeps its step.
 */
export function niceStep(least: number): NiceStep {
  const power = Math.floor(Math.log10(Math.max(least, SMALLEST)));
  const enough = Math.max(least, SMALLEST) * (1 - 1e-9);
  for (const mantissa of [1, 2, 5]) {
    if (mantissa * tenTo(power) >= enough) return { mantissa, power, size: mantissa * tenTo(power) };
  }
  return { mantissa: 1, power: power + 1, size: tenTo(power + 1) };
}

/** Returns a whole multiple of a step: 3 × 0.1 is the number 0.3, not 0.30000000000000004. */
export function multipleOf({ mantissa, power }: NiceStep, count: number): number {
  return power < 0 ? (count * mantissa) / tenTo(-power) : count * mantissa * tenTo(power);
}

/** Returns a power of ten as the nearest number; `10 ** -5` may miss it by a bit. */
export function tenTo(power: number): number {
  return Number(`1e${power}`);
}

/** Below it, steps would run into the smallest numbers there are. */
const SMALLEST = 1e-290;
