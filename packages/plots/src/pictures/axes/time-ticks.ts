import { multipleOf, niceStep } from "./nice-step.ts";
import { type Interval } from "./scale.ts";
import { EDGE, multiplesWithin, type TickRoom, type Ticks } from "./ticks.ts";
import { formatTime } from "./time-text.ts";

/**
 * Returns the ticks of an axis in simulated seconds: round in seconds below a minute, then in minutes, hours and days.
 * Like those of other axes they stay with their values when the range moves.
 */
export function timeTicks(range: Interval, { pixels, apart }: TickRoom): Ticks {
  const perPixel = (range.greatest - range.least) / Math.max(1, pixels);
  const end = Math.max(Math.abs(range.least), Math.abs(range.greatest));
  let step = timeStep(perPixel * apart("0 s"));
  for (let tries = 0; tries < 8; tries++) {
    const sign = range.least < 0 ? -1 : 1;
    if (step.size >= apart(formatTime(sign * end, step.decimals, end)) * perPixel * (1 - EDGE)) break;
    step = timeStep(step.size * 1.5);
  }
  const majors = multiplesWithin(range, step.size, step.at).map((value) => ({
    value,
    label: formatTime(value, step.decimals, end),
  }));
  const isRoomy = step.size >= 5 * step.parts * perPixel;
  const minors = isRoomy
    ? multiplesWithin(range, step.size / step.parts, (count) =>
        count % step.parts === 0 ? NaN : step.at(count) / step.parts,
      ).filter((value) => !Number.isNaN(value))
    : [];
  return { majors, minors, unit: "" };
}

interface TimeStep {
  readonly size: number;
  /** Of the labels, in seconds. */
  readonly decimals: number;
  /** How many intervals ticks without labels make of it. */
  readonly parts: number;
  readonly at: (count: number) => number;
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

/** Returns the smallest round step in seconds that is not less than this. */
function timeStep(least: number): TimeStep {
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
