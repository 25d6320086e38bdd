import type { ValueOf } from "@orrery/sim";
import type { JointAxes } from "@orrery/sim/components";

/** Limits of an axis: of its position, in rad or m, ±Infinity where it is free, and of its speed. */
export interface AxisLimits {
  readonly motion: "turns" | "slides";
  readonly lower: number;
  readonly upper: number;
  readonly speed: number;
}

type Axis = ValueOf<typeof JointAxes>[number];

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the limits of an axis. An extremely distant limit counts as none. */
export function axisLimits(type: string, axis: Pick<Axis, "lower" | "upper" | "velocity"> | undefined): AxisLimits {
  const { lower = -Infinity, upper = Infinity, velocity = Infinity } = axis ?? {};
  const isFree = type === "continuous" || type === "ball" || lower > upper;
  return {
    motion: type === "prismatic" ? "slides" : "turns",
    lower: isFree || lower < -FAR ? -Infinity : lower,
    upper: isFree || upper > FAR ? Infinity : upper,
    speed: velocity > FAR || velocity <= 0 ? Infinity : velocity,
  };
}

/**
 * Returns the range of a slider for positions: between the limits; without limits, half a turn or a metre to each side
 * of zero; with one limit, one turn or two metres from it. A side without a limit is extended to include `reach`.
 */
export function positionRange({ motion, lower, upper }: AxisLimits, reach: Range = NOWHERE): Range {
  const usual = motion === "turns" ? Math.PI : 1;
  if (lower > -Infinity && upper < Infinity) return { from: lower, to: upper };
  if (lower > -Infinity) return { from: lower, to: lower + widened(2 * usual, reach.to - lower) };
  if (upper < Infinity) return { from: upper - widened(2 * usual, upper - reach.from), to: upper };
  const half = widened(usual, Math.max(-reach.from, reach.to));
  return { from: -half, to: half };
}

/** Returns the range of a slider for speeds: up to the limit, or without one, up to a turn or a metre per second. */
export function speedRange({ motion, speed }: AxisLimits, reach: Range = NOWHERE): Range {
  const usual = motion === "turns" ? 2 * Math.PI : 1;
  const half = speed < Infinity ? speed : widened(usual, Math.max(-reach.from, reach.to));
  return { from: -half, to: half };
}

/** Extends a range to include a value. NaN leaves it unchanged. */
export function including(range: Range, value: number): Range {
  if (!Number.isFinite(value) || (value >= range.from && value <= range.to)) return range;
  return { from: Math.min(range.from, value), to: Math.max(range.to, value) };
}

/** Returns the step of an arrow key in a range: a round number, about 1/200 of the range. */
export function rangeStep({ from, to }: Range): number {
  return roundStep((to - from) / 200);
}

/** Returns the value within the range, with only as many digits as a drag across it can resolve. */
export function rounded(value: number, range: Range): number {
  const step = roundStep((range.to - range.from) / 1000);
  if (step === 0) return range.from;
  const digits = Math.min(15, Math.max(0, -Math.floor(Math.log10(step))));
  return within(Number((Math.round(value / step) * step).toFixed(digits)), range);
}

export function within(value: number, { from, to }: Range): number {
  return Math.min(to, Math.max(from, value));
}

/** Returns where a value is in a range, 0 to 1. */
export function shareOf(value: number, { from, to }: Range): number {
  return to > from && !Number.isNaN(value) ? (within(value, { from, to }) - from) / (to - from) : 0;
}

/** Returns 1, 2 or 5 times a power of ten, at most the size. */
function roundStep(size: number): number {
  if (!(size > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
  const times = size / power + 1e-9;
  return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

/** Doubles the width until it includes the value. */
function widened(usual: number, reach: number): number {
  let width = usual;
  while (width < reach && width < FAR) width *= 2;
  return width;
}

export const NOWHERE: Range = { from: 0, to: 0 };

/** Files write 1e16 for "no limit". */
const FAR = 1e5;
