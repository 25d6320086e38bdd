import { expect, test } from "vitest";
import { nextSpeed, parseCount, parseSpeed, parseWhen, speedText } from "./time-entry.ts";

test("[PN2] steps are a whole number from 1; anything else is refused with what is wanted", () => {
  expect([" 10", "1,000", "12 000"].map(parseCount)).toEqual([10, 1000, 12000]);
  for (const text of ["", "0", "-1", "1.5", "ten", "1e10"]) expect(() => parseCount(text)).toThrow("whole number");
});

test("[PN2] a time to run to is absolute, or with + from now; the past is refused", () => {
  expect(parseWhen("12.5", 0)).toBe(12_500_000_000);
  expect(parseWhen("300 ms", 0)).toBe(300_000_000);
  expect(parseWhen("+2", 1_500_000_000)).toBe(3_500_000_000);
  expect(() => parseWhen("1", 1_000_000_000)).toThrow("It is 1.000 s already");
  expect(() => parseWhen("soon", 0)).toThrow("A time such as");
});

test("[PN2] a speed is a factor or a percentage, 0 is as fast as possible", () => {
  expect(["2", "×0.5", "x .1", "50 %", "0"].map(parseSpeed)).toEqual([2, 0.5, 0.1, 0.5, 0]);
  for (const text of ["", "-1", "fast", "1e999"]) expect(() => parseSpeed(text)).toThrow("A factor such as");
  expect([0, 0.5].map(speedText)).toEqual(["As fast as possible", "×0.5"]);
});

test("[PN2] faster and slower go through the offered speeds; beyond the fastest there is no limit", () => {
  expect([0.1, 1, 1.5, 10, 0].map((now) => nextSpeed(now, "faster"))).toEqual([0.25, 2, 2, 0, 0]);
  expect([0.1, 1, 1.5, 10, 0].map((now) => nextSpeed(now, "slower"))).toEqual([0.1, 0.5, 1, 5, 10]);
});
