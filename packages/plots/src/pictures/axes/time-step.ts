import { multipleOf, niceStep } from "./nice-step.ts";

/** A round distance in time. */
export interface TimeStep {
  /** In seconds. */
  readonly size: number;
  /** Digits after the point that labels in seconds need. */
  readonly decimals: number;
  /** How many intervals ticks without labels make of it. */
  readonly parts: number;
  /** Returns a whole multiple of it, in seconds. */
  readonly at: (count: number) => number;
}

/** Returns the smallest round step in seconds, minutes, hours or days that is not less than this, in seconds. */
export function timeStep(least: number): TimeStep {
  const enough = least * (1 - 1e-9);
  const whole = WHOLE.find(([seconds]) => seconds >= enough);
  if (whole !== undefined && enough > 0.5) {
    return { size: whole[0], decimals: 0, parts: whole[1], at: (count) => count * whole[0] };
  }
  const unit = whole === undefined ? DAY : 1;
  const step = niceStep(least / unit);
  return {
    size: step.size * unit,
    decimals: unit === 1 ? Math.max(0, -step.power) : 0,
    parts: step.mantissa === 2 ? 4 : 5,
    at: (count) => multipleOf(step, count) * unit,
  };
}

const DAY = 86_400;
/** Seconds, and into how many parts each is divided. */
const WHOLE: readonly (readonly [seconds: number, parts: number])[] = [
  [1, 5],
  [2, 4],
  [5, 5],
  [10, 5],
  [15, 3],
  [30, 3],
  [60, 4],
  [120, 4],
  [300, 5],
  [600, 5],
  [900, 3],
  [1800, 3],
  [3600, 4],
  [7200, 4],
  [10_800, 3],
  [21_600, 6],
  [43_200, 4],
  [DAY, 4],
];
