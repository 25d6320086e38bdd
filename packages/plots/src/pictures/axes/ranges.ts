import { multipleOf, niceStep, tenTo } from "./nice-step.ts";
import { type ScaleType, type WantedRange } from "../plot-description.ts";
import { type Interval } from "./scale.ts";

/** What values there are. Without any, the least is Infinity and the greatest −Infinity. */
export interface Extent {
  readonly least: number;
  readonly greatest: number;
  /** What a log axis can begin with; Infinity when nothing is above 0. */
  readonly leastPositive: number;
}

export const NOTHING: Extent = { least: Infinity, greatest: -Infinity, leastPositive: Infinity };

/** Returns the extent of values from one index up to another, without NaN and infinities. */
export function extentOf(values: Float64Array, from = 0, to = values.length): Extent {
  let [least, greatest, leastPositive] = [Infinity, -Infinity, Infinity];
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    if (value > 0 && value < leastPositive) leastPositive = value;
  }
  return { least, greatest, leastPositive };
}

/** Returns what contains both. */
export function joinExtents(a: Extent, b: Extent): Extent {
  return {
    least: Math.min(a.least, b.least),
    greatest: Math.max(a.greatest, b.greatest),
    leastPositive: Math.min(a.leastPositive, b.leastPositive),
  };
}

/**
 * Returns the range of an axis: the ends that were asked for, the others by what there is to show. Ends the wrong way
 * round are exchanged; ends that an axis cannot have (NaN, infinite, 0 on a log axis) count as automatic.
 */
export function resolveRange(wanted: WantedRange, extent: Extent, type: ScaleType): Interval {
  const auto = automaticRange(extent, type);
  const given = [wanted.least, wanted.greatest].map((end) => (isUsable(end, type) ? end : undefined));
  const [low, high] = given;
  if (low !== undefined && high !== undefined) return separated(Math.min(low, high), Math.max(low, high), type);
  if (low !== undefined) return separated(low, low < auto.greatest ? auto.greatest : beyond(low, auto, type), type);
  if (high !== undefined) return separated(auto.least < high ? auto.least : below(high, auto, type), high, type);
  return auto;
}

/** Returns a range for the time axis: from the first sample to the last, without margins. */
export function resolveTimeRange(wanted: WantedRange, extent: Extent): Interval {
  const { least, greatest } = extent;
  const isEmpty = !(least <= greatest) || !Number.isFinite(greatest - least);
  const auto = isEmpty
    ? { least: 0, greatest: 10 }
    : least === greatest
      ? { least: least >= 0 ? Math.max(0, least - 1) : least - 1, greatest: greatest + 1 }
      : { least, greatest };
  const low = isUsable(wanted.least, "linear") ? wanted.least : auto.least;
  const high = isUsable(wanted.greatest, "linear") ? wanted.greatest : auto.greatest;
  if (low < high) return separated(low, high, "linear");
  // The end that was asked for stays.
  if (wanted.greatest === "auto") return separated(low, low + (auto.greatest - auto.least), "linear");
  if (wanted.least === "auto") return separated(high - (auto.greatest - auto.least), high, "linear");
  return separated(high, low, "linear");
}

/** Returns a range with a margin that begins and ends at round numbers, so that it seldom changes as samples come. */
export function automaticRange(extent: Extent, type: ScaleType): Interval {
  return type === "log" ? automaticDecades(extent) : automaticLinear(extent);
}

function automaticLinear({ least, greatest }: Extent): Interval {
  if (!(least <= greatest)) return { least: 0, greatest: 1 };
  const [low, high] = [bounded(least), bounded(greatest)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return { least: -1, greatest: 1 };
  // A constant, up to the last bits.
  if (high - low <= size * CONSTANT) return roundedOut(low - size * 0.1, high + size * 0.1);
  const margin = (high - low) * MARGIN;
  const [from, to] = [low - margin, high + margin];
  if (low >= 0 && low <= (high - low) * NEAR) return { least: 0, greatest: roundedOut(0, to).greatest };
  if (high <= 0 && -high <= (high - low) * NEAR) return { least: roundedOut(from, 0).least, greatest: 0 };
  return roundedOut(from, to);
}

function roundedOut(least: number, greatest: number): Interval {
  const step = niceStep((greatest - least) / 40);
  return {
    least: multipleOf(step, Math.floor(least / step.size + TOUCH)),
    greatest: multipleOf(step, Math.ceil(greatest / step.size - TOUCH)),
  };
}

/** From one of 1, 2, 5 times a power of ten to another. */
function automaticDecades({ leastPositive, greatest }: Extent): Interval {
  if (!(leastPositive <= greatest)) return { least: 1, greatest: 10 };
  const [low, high] = [Math.max(leastPositive, 1e-280), Math.max(bounded(greatest), 1e-280)];
  const margin = high / low < 1 + TOUCH ? 1.5 : Math.max(1.02, (high / low) ** MARGIN);
  const step = niceStep(low / margin);
  // The step is the next one above; the one before it is where the range begins.
  const before = step.mantissa === 1 ? 5 * tenTo(step.power - 1) : (step.mantissa === 2 ? 1 : 2) * tenTo(step.power);
  const least = step.size <= (low / margin) * (1 + TOUCH) ? step.size : before;
  return { least, greatest: niceStep(high * margin).size };
}

function isUsable(end: number | "auto", type: ScaleType): end is number {
  return end !== "auto" && Math.abs(end) <= LARGEST && (type === "linear" || end > 1e-290);
}

/** Makes sure that numbers can tell the ends apart, and a thousand places between them. */
function separated(least: number, greatest: number, type: ScaleType): Interval {
  if (type === "log") {
    if (greatest / least > 1 + FINEST) return { least, greatest };
    return { least: least / 2, greatest: greatest * 2 };
  }
  const finest = Math.max(Math.abs(least), Math.abs(greatest)) * FINEST || 1e-280;
  if (greatest - least >= finest) return { least, greatest };
  const middle = least + (greatest - least) / 2;
  const half = least === greatest ? Math.abs(middle) * 0.1 || 1 : finest;
  return { least: middle - half, greatest: middle + half };
}

function beyond(low: number, auto: Interval, type: ScaleType): number {
  return type === "log" ? low * (auto.greatest / auto.least) : low + (auto.greatest - auto.least);
}

function below(high: number, auto: Interval, type: ScaleType): number {
  return type === "log" ? high / (auto.greatest / auto.least) : high - (auto.greatest - auto.least);
}

/** Cuts off what would overflow when it is multiplied, and what is not different from 0. */
function bounded(value: number): number {
  if (Math.abs(value) < 1e-280) return 0;
  return Math.min(LARGEST, Math.max(-LARGEST, value));
}

const LARGEST = 1e300;
/** On either side, as a share of what is shown. */
const MARGIN = 0.03;
/** Zero is shown when it is at most this far away, as a share of what is shown. */
const NEAR = 0.25;
/** Rounding errors of a constant, relative to its size. */
const CONSTANT = 1e-12;
/** The least that an axis shows, relative to its greatest end: below it, pixels are coarser than numbers. */
const FINEST = 1e-12;
/** A range that ends at a round number but for its last bits ends there. */
const TOUCH = 1e-9;
