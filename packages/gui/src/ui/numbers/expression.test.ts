import { expect, test } from "vitest";
import { evaluate, evaluateList, unitFactor } from "./expression.ts";

test.each([
  ["2", 2],
  [" -.5 ", -0.5],
  ["1/3", 1 / 3],
  ["1 + 2*3", 7],
  ["(1 + 2)*3", 9],
  ["8/4/2", 1],
  ["2-3-4", -5],
  ["-2^2", -4],
  ["2^3^2", 512],
  ["2**-1", 0.5],
  ["1e-3", 0.001],
  ["1.5E+2", 150],
  ["2*pi", 2 * Math.PI],
  ["π/2", Math.PI / 2],
  ["sqrt(2)^2 - 2", Math.sqrt(2) ** 2 - 2],
  ["--1", 1],
  ["inf", Infinity],
  ["-∞", -Infinity],
])("[IN8] %s is worked out", (text, value) => {
  expect(evaluate(text)).toEqual({ ok: true, value });
});

test.each([
  ["45deg", "rad", 45 * (Math.PI / 180)],
  ["45°", "deg", 45],
  ["1 turn", "rad", 2 * Math.PI],
  ["30cm + 1m", "m", 30 * 0.01 + 1],
  ["2*(10 mm)", "m", 2 * (10 * 0.001)],
  ["250 g", "kg", 250 * 0.001],
  ["5", "deg", 5],
  ["2 m", "m", 2],
])("[IN8] %s in %s", (text, unit, value) => {
  expect(evaluate(text, unit)).toEqual({ ok: true, value });
});

test.each([
  ["", "", "There is no number"],
  ["1 +", "", "Something is missing at the end"],
  ["(1", "", "A bracket is not closed"],
  ["1 2", "", "“2” was not expected"],
  ["1.2.3", "", "“1.2.3” is not a number"],
  ["0/0", "", "The result is not a number"],
  ["5 €", "", "“€” means nothing here"],
  ["house", "", "“house” is not known"],
  ["sin 1", "", "sin needs an argument in brackets"],
  ["45deg", "m", "deg cannot be turned into m: use m, mm, cm, km, in or ft"],
  ["1 furlongs", "m", "“furlongs” is no unit here: use m, mm, cm, km, in or ft"],
  ["1 furlongs", "deg", "“furlongs” is no unit here: use rad, deg, ° or turn"],
  ["1 furlongs", "m/s", "“furlongs” is no unit here: it is m/s"],
  ["1 furlongs", "", "“furlongs” was not expected: this has no unit"],
  ["45deg", "", "This has no unit, and deg is one"],
])("[IN8] %j in %j is refused with the reason", (text, unit, reason) => {
  expect(evaluate(text, unit)).toEqual({ ok: false, reason });
});

test("[IN8] only what measures the same can be turned into each other", () => {
  expect(unitFactor("km", "m")).toBe(1000);
  expect(unitFactor("m/s", "m/s")).toBe(1);
  expect(unitFactor("kg", "m")).toBeUndefined();
});

test("[IN8] several numbers behind each other are as many fields", () => {
  expect(evaluateList("1 2 3")).toEqual([1, 2, 3]);
  expect(evaluateList("1/2, 30cm;-4", "m")).toEqual([0.5, 30 * 0.01, -4]);
  expect(evaluateList("1 + 2")).toBeUndefined();
  expect(evaluateList("1 two")).toBeUndefined();
  expect(evaluateList("")).toBeUndefined();
});
