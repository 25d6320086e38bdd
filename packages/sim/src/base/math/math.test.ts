import { describe, expect, test } from "vitest";
import { MATH_FINGERPRINT, mathFingerprint } from "./math-fingerprint.fixture.ts";
import * as math from "./math.ts";
import { Rng, seedFrom } from "../rng.ts";

const rng = new Rng(seedFrom(1, "math"));
const between = (low: number, high: number): number => low + (high - low) * rng.uniform();
/** Returns a number of either sign, of any size from 10^-decades to 10^decades. */
const anySize = (decades: number): number => (rng.int(2) === 0 ? -1 : 1) * 10 ** between(-decades, decades);

const oneArgument = {
  sin: () => between(-1e6, 1e6),
  cos: () => between(-1e6, 1e6),
  tan: () => between(-1e3, 1e3),
  asin: () => between(-1, 1),
  acos: () => between(-1, 1),
  atan: () => anySize(20),
  exp: () => between(-708, 709),
  log: () => Math.abs(anySize(300)),
  log2: () => Math.abs(anySize(300)),
  log10: () => Math.abs(anySize(300)),
  cbrt: () => anySize(300),
} as const;

for (const [name, argument] of Object.entries(oneArgument) as [keyof typeof oneArgument, () => number][]) {
  test(`[BA1] ${name} is within 2 ulp of the host's for 100,000 arguments`, () => {
    expect(worst(100_000, () => [argument()], math[name], Math[name])).toBeLessThanOrEqual(2);
  });
}

test("[BA1] atan2, pow and hypot are within 2 ulp of the host's for 100,000 arguments", () => {
  const point = (): number[] => [anySize(5), anySize(5)];
  const base = (): number[] => [Math.abs(anySize(3)), between(-90, 90)];
  expect(worst(100_000, point, math.atan2, Math.atan2)).toBeLessThanOrEqual(2);
  expect(worst(100_000, base, math.pow, Math.pow)).toBeLessThanOrEqual(2);
  expect(worst(100_000, point, math.hypot, Math.hypot)).toBeLessThanOrEqual(2);
});

test("[BA1] sin and cos reduce arguments of any size", () => {
  const argument = (): number[] => [anySize(308)];
  expect(worst(2000, argument, math.sin, Math.sin)).toBeLessThanOrEqual(2);
  expect(worst(2000, argument, math.cos, Math.cos)).toBeLessThanOrEqual(2);
});

// Computed with 1,300 bits, then rounded. The second pair is the double nearest to a multiple of π/2.
test.each<[keyof typeof math, number[], number]>([
  ["sin", [1e22], -0.8522008497671888],
  ["cos", [1e22], 0.523214785395139],
  ["sin", [5.319372648326541e255], 1],
  ["cos", [5.319372648326541e255], -4.687165924254628e-19],
  ["tan", [1.7976931348623157e308], -0.004962015874444895],
  ["sin", [3.141592653589793], 1.2246467991473532e-16],
  ["cos", [1.5707963267948966], 6.123233995736766e-17],
  ["tan", [1.5707963267948966], 1.633123935319537e16],
  ["sin", [1e6], -0.34999350217129294],
  ["cos", [-123456.789], 0.05167253271870138],
  ["exp", [-1.5], 0.22313016014842982],
  ["exp", [700.25], 1.3022997366991783e304],
  ["log", [1.0000000001], 1.000000082690371e-10],
  ["log", [5e-324], -744.4400719213812],
  ["pow", [1.0000001, 1e9], 2.6881038582144647e43],
  ["pow", [10, -5], 1e-5],
  ["pow", [2.5, -300.5], 2.6243840767986496e-120],
  ["pow", [2, -1074], 5e-324],
  ["atan2", [1e-5, -3], 3.1415893202564598],
  ["asin", [0.999999], 1.5693821131146521],
  ["acos", [-0.3], 1.8754889808102941],
  ["cbrt", [2], 1.2599210498948732],
  ["log10", [1000], 3],
  ["hypot", [3e300, 4e300], 5e300],
  ["hypot", [3e-320, 4e-320], 5e-320],
])("[BA1] %s(%s) is %s", (name, given, exact) => {
  const f: Real = math[name];
  const value = f(...given);
  expect(ulps(value, exact)).toBeLessThanOrEqual(1);
});

describe("[BA2] special values are those of Math", () => {
  const special = [
    NaN,
    0,
    -0,
    Infinity,
    -Infinity,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    5e-324,
    -5e-324,
    1.7976931348623157e308,
  ];
  test.each(["sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log2", "log10", "cbrt"] as const)(
    "%s",
    (name) => {
      for (const x of special) expect([x, ulps(math[name](x), Math[name](x)) <= 2]).toEqual([x, true]);
    },
  );
  test.each(["atan2", "pow", "hypot"] as const)("%s", (name) => {
    for (const x of special) {
      for (const y of special) expect([x, y, ulps(math[name](x, y), Math[name](x, y)) <= 2]).toEqual([x, y, true]);
    }
  });
});

test("[BA3] all functions give the same bits on every machine", () => {
  expect(mathFingerprint()).toBe(MATH_FINGERPRINT);
});

type Real = (...values: number[]) => number;

function worst(count: number, draw: () => number[], ours: Real, reference: Real): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    const given = draw();
    most = Math.max(most, ulps(ours(...given), reference(...given)));
  }
  return most;
}

/** Returns how many doubles are between two; Infinity if the signs differ or only one is NaN. */
function ulps(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  if (Number.isNaN(a) || Number.isNaN(b) || Object.is(a, -0) !== Object.is(b, -0)) return Infinity;
  const floats = new Float64Array([a, b]);
  const [m, n] = new BigInt64Array(floats.buffer) as unknown as [bigint, bigint];
  return m < 0n === n < 0n ? Math.abs(Number(m - n)) : Infinity;
}
