import { multipleOf, niceStep, tenTo } from "./nice-step.ts";
import { formatLabel, numberFormat } from "./number-format.ts";
import { type ScaleType } from "../plot-description.ts";
import { type Interval } from "./scale.ts";
import { superscript } from "./unit-prefix.ts";

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface Ticks {
  /** With labels, from the least value to the greatest. */
  readonly majors: readonly Tick[];
  /** Between them, without labels. */
  readonly minors: readonly number[];
  /** What the labels are in. */
  readonly unit: string;
}

/** How much room an axis has. */
export interface TickRoom {
  /** Length of the axis. */
  readonly pixels: number;
  /** Returns how many pixels labels like this one keep from each other. */
  readonly apart: (label: string) => number;
}

/**
 * Returns the ticks of an axis: at multiples of a round step that depends on the length of the range, not on where it
 * begins, so that ticks stay with their values when the range moves.
 */
export function ticksFor(type: ScaleType, range: Interval, unit: string, room: TickRoom): Ticks {
  return type === "log" ? logTicks(range, unit, room) : linearTicks(range, unit, room);
}

function linearTicks(range: Interval, unit: string, { pixels, apart }: TickRoom): Ticks {
  const { least, greatest } = range;
  const perPixel = (greatest - least) / Math.max(1, pixels);
  let step = niceStep(perPixel * apart("0"));
  let format = numberFormat(range, step, unit);
  for (let tries = 0; tries < 8; tries++) {
    const widest = Math.max(apart(formatLabel(least, format)), apart(formatLabel(greatest, format)));
    if (step.size >= widest * perPixel * (1 - EDGE)) break;
    step = niceStep(step.size * 1.5);
    format = numberFormat(range, step, unit);
  }
  const majors = multiplesWithin(range, step.size, (count) => multipleOf(step, count)).map((value) => ({
    value,
    label: formatLabel(value, format),
  }));
  const parts = step.mantissa === 2 ? 4 : 5;
  const isRoomy = step.size >= MINOR_PIXELS * parts * perPixel;
  const minors = isRoomy
    ? multiplesWithin(range, step.size / parts, (count) =>
        count % parts === 0 ? NaN : multipleOf(step, count) / parts,
      )
    : [];
  return { majors, minors: minors.filter((value) => !Number.isNaN(value)), unit: format.unit };
}

/** Returns multiples of a distance within a range, ends included; none where there would be thousands. */
export function multiplesWithin(range: Interval, size: number, multiple: (count: number) => number): number[] {
  const first = Math.ceil(range.least / size - EDGE);
  const last = Math.floor(range.greatest / size + EDGE);
  if (!(last - first < 1000) || Math.abs(first) > Number.MAX_SAFE_INTEGER) return [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => multiple(first + i));
}

function logTicks(range: Interval, unit: string, room: TickRoom): Ticks {
  const [low, high] = [Math.log10(range.least), Math.log10(range.greatest)];
  const perDecade = room.pixels / (high - low);
  const isPlain = low >= -3 - EDGE && high <= 4 + EDGE;
  const label = (mantissa: number, power: number) => {
    if (isPlain) return (mantissa * tenTo(power)).toFixed(Math.max(0, -power));
    return mantissa === 1 ? `10${superscript(power)}` : `${mantissa}×10${superscript(power)}`;
  };
  const apart = room.apart(isPlain && low >= 0 ? label(1, Math.floor(high)) : label(1, Math.floor(low)));
  const powers = multiplesWithin({ least: Math.floor(low), greatest: high }, 1, (count) => count);
  const within = (mantissas: readonly number[], among = powers) =>
    among.flatMap((power) =>
      mantissas
        .map((mantissa) => ({ value: mantissa * tenTo(power), label: label(mantissa, power) }))
        .filter(({ value }) => value >= range.least * (1 - EDGE) && value <= range.greatest * (1 + EDGE)),
    );

  // From 1 to 2 and from 5 to 10 are 0.3 of a decade, from 9 to 10 less than a twentieth.
  const isFine = perDecade * 0.3 >= apart && high - low <= 3;
  if (isFine && within([1, 2, 5]).length < 3) return linearTicks(range, unit, room);
  const stride = perDecade >= apart ? 1 : niceStep(apart / perDecade).size;
  const majors = isFine
    ? within([1, 2, 5])
    : within(
        [1],
        powers.filter((power) => power % stride === 0),
      );
  const between = stride === 1 ? (perDecade * 0.045 >= 2 ? within([2, 3, 4, 5, 6, 7, 8, 9]) : []) : within([1]);
  const labelled = new Set(majors.map(({ value }) => value));
  return { majors, minors: between.map(({ value }) => value).filter((value) => !labelled.has(value)), unit };
}

/** What the last bits of a range may change: whether a tick is at its end, whether a step is long enough. */
export const EDGE = 1e-9;
/** Between two ticks without labels. */
const MINOR_PIXELS = 5;
