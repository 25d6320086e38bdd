import { productError } from "./math/exact-product.ts";

/**
 * Simulated time: a count of nanoseconds, a whole number in a `number`. Whole numbers are exact up to 2^53, which is
 * 104 days. Beyond that, every function here throws a RangeError rather than let a clock skip.
 */
export type Nanoseconds = number;

export const SECOND: Nanoseconds = 1_000_000_000;
export const MILLISECOND: Nanoseconds = 1_000_000;

/** The fields of gz.msgs.Time. Both parts have the sign of the whole. */
export interface SecNsec {
  readonly sec: number;
  readonly nsec: number;
}

export function toSecNsec(time: Nanoseconds): SecNsec {
  checkTime(time);
  const sec = Math.trunc(time / SECOND);
  // Adding 0 turns −0 into 0.
  return { sec: sec + 0, nsec: time - sec * SECOND };
}

/** Converts a message to nanoseconds; parts beyond a second are carried over. */
export function fromSecNsec({ sec = 0, nsec = 0 }: Partial<SecNsec>): Nanoseconds {
  return checkTime(sec * SECOND + nsec);
}

/** Returns the double nearest to the time. */
export function toSeconds(time: Nanoseconds): number {
  return checkTime(time) / SECOND;
}

/** Returns the nanosecond nearest to the exact value of the double; halves round away from zero. */
export function fromSeconds(seconds: number): Nanoseconds {
  const size = Math.abs(seconds);
  const whole = Math.floor(size);
  const fraction = size - whole;
  const product = fraction * SECOND;
  // seconds · 10⁹ is rounded, possibly up to a half; the error of the product decides such ties.
  const floor = Math.floor(product);
  const aboveHalf = product - floor - 0.5;
  const up = aboveHalf > 0 || (aboveHalf === 0 && productError(fraction, SECOND, product) >= 0);
  const time = whole * SECOND + floor + (up ? 1 : 0);
  return checkTime(seconds < 0 ? -time : time);
}

/** Parses "1.5" and "1.5s" (seconds), "200ms", "3us", "3µs", "7ns"; digits below a nanosecond are rounded. */
export function parseTime(text: string): Nanoseconds {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?\s*(s|ms|us|µs|μs|ns)?$/.exec(text.trim());
  const whole = match?.[2] ?? "";
  const fraction = match?.[3] ?? "";
  if (match === null || whole + fraction === "") {
    throw new SyntaxError(`"${text}" is not a time: expected a number with s, ms, us or ns, such as 1.5s`);
  }
  // Digit by digit, because 0.3 s is not a double.
  const places = PLACES[match[4] ?? "s"]!;
  const digits = fraction.padEnd(places, "0");
  const time = Number(whole + digits.slice(0, places)) + ((digits[places] ?? "0") >= "5" ? 1 : 0);
  return checkTime(match[1] === "-" && time !== 0 ? -time : time);
}

/**
 * Formats a time such as "1.234 s"; `decimals` from 0 to 9. Truncates rather than rounds, so that a time is never shown
 * before it is reached.
 */
export function formatTime(time: Nanoseconds, decimals = 3): string {
  const { sec, nsec } = toSecNsec(Math.abs(time));
  return `${time < 0 ? "-" : ""}${sec}${fractionText(nsec, decimals)} s`;
}

const PLACES: Readonly<Record<string, number>> = { s: 9, ms: 6, us: 3, µs: 3, μs: 3, ns: 0 };

function fractionText(nsec: number, decimals: number): string {
  return decimals === 0 ? "" : `.${String(nsec).padStart(9, "0").slice(0, decimals)}`;
}

function checkTime(time: number): Nanoseconds {
  if (Number.isSafeInteger(time)) return time;
  throw new RangeError(`${time} ns is not a whole number of nanoseconds within 104 days`);
}
