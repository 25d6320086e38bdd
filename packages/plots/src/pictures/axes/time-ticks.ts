import { type Interval } from "./scale.ts";
import { EDGE, multiplesWithin, type TickRoom, type Ticks } from "./ticks.ts";
import { timeStep } from "./time-step.ts";
import { timeText } from "./time-text.ts";

/**
 * Returns the ticks of an axis in simulated seconds, from a minute on at round minutes, hours and days. Like those of other axes they stay with their values when the range moves.
 */
export function timeTicks(range: Interval, { pixels, apart }: TickRoom): Ticks {
  const perPixel = (range.greatest - range.least) / Math.max(1, pixels);
  const end = Math.max(Math.abs(range.least), Math.abs(range.greatest));
  let step = timeStep(perPixel * apart("0 s"));
  for (let tries = 0; tries < 8; tries++) {
    const sign = range.least < 0 ? -1 : 1;
    if (step.size >= apart(timeText(sign * end, step.decimals)) * perPixel * (1 - EDGE)) break;
    step = timeStep(step.size * 1.5);
  }
  const majors = multiplesWithin(range, step.size, step.at).map((value) => ({
    value,
    label: timeText(value, step.decimals),
  }));
  const isRoomy = step.size >= 5 * step.parts * perPixel;
  const minors = isRoomy
    ? multiplesWithin(range, step.size / step.parts, (count) =>
        count % step.parts === 0 ? NaN : step.at(count) / step.parts,
      ).filter((value) => !Number.isNaN(value))
    : [];
  return { majors, minors, unit: "" };
}
