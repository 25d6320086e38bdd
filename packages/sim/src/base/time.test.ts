import { expect, test } from "vitest";
import { formatTime, fromSeconds, fromSecNsec, MILLISECOND, parseTime, SECOND, toSeconds, toSecNsec } from "./time.ts";

test("[BA7] a time and its seconds and nanoseconds are the same instant", () => {
  expect(toSecNsec(3 * SECOND + 7)).toEqual({ sec: 3, nsec: 7 });
  expect(toSecNsec(-1_500_000_000)).toEqual({ sec: -1, nsec: -500_000_000 });
  expect(toSecNsec(-5)).toEqual({ sec: 0, nsec: -5 });
  expect(fromSecNsec({ sec: 3, nsec: 7 })).toBe(3_000_000_007);
  expect(fromSecNsec({ sec: 1, nsec: 2_000_000_000 })).toBe(3 * SECOND);
});

test("[BA7] seconds are rounded to the nearest nanosecond of the exact double", () => {
  expect(fromSeconds(0.001)).toBe(MILLISECOND);
  expect(fromSeconds(0.1 + 0.2)).toBe(300 * MILLISECOND);
  expect(fromSeconds(-1.25)).toBe(-1_250_000_000);
  expect(fromSeconds(8_000_000.123456789)).toBe(8_000_000_123_456_789);
  expect(fromSeconds(2 ** -10)).toBe(976_563); // 976562.5 exactly: rounds away from zero
  expect(toSeconds(1_234_567_891)).toBe(1.234567891);
});

test("[BA7] the nearest nanosecond is found where the product in doubles rounds onto a half", () => {
  for (let n = 1; n < 20_000; n++) {
    const seconds = (n * 7919 + 0.5) / SECOND;
    // The exact double, as a fraction over 2^80.
    const scaled = exactBits(seconds) * 1_000_000_000n;
    const nearest = Number((scaled + (1n << 79n)) >> 80n);
    expect(fromSeconds(seconds)).toBe(nearest);
  }
});

test("[BA8] beyond 104 days, and for what is no whole number, a RangeError is thrown", () => {
  expect(() => fromSeconds(9_007_200)).toThrow(RangeError);
  expect(() => fromSeconds(NaN)).toThrow(RangeError);
  expect(() => fromSecNsec({ sec: 1e10, nsec: 0 })).toThrow(RangeError);
  expect(() => toSecNsec(0.5)).toThrow(RangeError);
  expect(() => parseTime("9007200s")).toThrow(RangeError);
});

test.each([
  ["1.5s", 1_500_000_000],
  ["1.5", 1_500_000_000],
  ["200ms", 200_000_000],
  ["0.3 s", 300_000_000],
  [".5us", 500],
  ["3µs", 3000],
  ["17ns", 17],
  ["-2s", -2_000_000_000],
  ["0.0000000015", 2],
])("[BA9] %s is %i ns", (text, expected) => {
  expect(parseTime(text)).toBe(expected);
});

test.each(["", "s", ".", "1.2.3", "5 minutes", "1e3x", "NaN"])("[BA9] %j is no time", (text) => {
  expect(() => parseTime(text)).toThrow(SyntaxError);
});

test("[BA10] times are cut off, never shown before they are reached", () => {
  expect(formatTime(1_234_999_999)).toBe("1.234 s");
  expect(formatTime(-1_500_000_000, 1)).toBe("-1.5 s");
  expect(formatTime(59 * SECOND, 0)).toBe("59 s");
});

/** Returns value · 2^80 for 2^-27 ≤ value < 1, which is a whole number. */
function exactBits(value: number): bigint {
  return BigInt(value * 2 ** 53 * 2 ** 27);
}
