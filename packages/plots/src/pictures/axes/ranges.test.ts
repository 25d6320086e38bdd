import { expect, test } from "vitest";
import { type WantedRange } from "../plot-description.ts";
import {
  automaticRange,
  type Extent,
  extentOf,
  joinExtents,
  NOTHING,
  resolveRange,
  resolveTimeRange,
} from "./ranges.ts";

const AUTO: WantedRange = { least: "auto", greatest: "auto" };
const of = (...values: number[]): Extent => extentOf(Float64Array.from(values));
const auto = (...values: number[]) => automaticRange(of(...values), "linear");

test("[PI8] an extent leaves out what is no number or infinite", () => {
  expect(of(NaN, 3, -Infinity, -2, Infinity, 0)).toEqual({ least: -2, greatest: 3, leastPositive: 3 });
  expect(of(NaN)).toEqual(NOTHING);
  expect(joinExtents(of(1), NOTHING)).toEqual(of(1));
});

test("[PI8] an automatic range has a margin, ends at round numbers, and keeps zero when it is near", () => {
  expect(auto(0, 9.7)).toEqual({ least: 0, greatest: 10 });
  expect(auto(1, 9.7)).toEqual({ least: 0, greatest: 10 });
  expect(auto(-9.7, -1)).toEqual({ least: -10, greatest: 0 });
  expect(auto(-1, 1)).toEqual({ least: -1.1, greatest: 1.1 });
  expect(auto(95, 104)).toEqual({ least: 94.5, greatest: 104.5 });
});

test("[PI8] an automatic range changes seldom while a curve grows", () => {
  const ranges = Array.from({ length: 1000 }, (_, i) => JSON.stringify(auto(0, 50 + i * 0.01)));
  expect(new Set(ranges).size).toBeLessThan(10);
});

test("[PI8] constants, nothing, and the ends of what numbers can be have ranges too", () => {
  expect(auto(9.81)).toEqual({ least: 8.8, greatest: 10.8 });
  expect(auto(0)).toEqual({ least: -1, greatest: 1 });
  expect(auto(1, 1 + 2e-16)).toEqual({ least: 0.9, greatest: 1.1 });
  expect(auto(NaN)).toEqual({ least: 0, greatest: 1 });
  for (const values of [
    [-Number.MAX_VALUE, Number.MAX_VALUE],
    [5e-324],
    [1e308],
    [-1e-320, 1e-320],
    [1e-200, 2e-200],
  ]) {
    const { least, greatest } = auto(...values);
    expect(greatest).toBeGreaterThan(least);
    expect(Number.isFinite(greatest - least)).toBe(true);
  }
});

test("[PI8] a log axis begins above zero, at 1, 2 or 5 times a power of ten", () => {
  expect(automaticRange(of(-5, 0, 0.011, 900), "log")).toEqual({ least: 0.005, greatest: 2000 });
  expect(automaticRange(of(3, 3), "log")).toEqual({ least: 2, greatest: 5 });
  expect(automaticRange(of(-1, 0), "log")).toEqual({ least: 1, greatest: 10 });
  expect(automaticRange(of(1e-320, 1e308), "log").least).toBeGreaterThan(0);
});

test("[PI8] ends that were asked for are kept, and those that an axis cannot have are automatic", () => {
  expect(resolveRange({ least: -5, greatest: 5 }, of(0, 100), "linear")).toEqual({ least: -5, greatest: 5 });
  expect(resolveRange({ least: 5, greatest: -5 }, of(0, 100), "linear")).toEqual({ least: -5, greatest: 5 });
  expect(resolveRange({ least: 2, greatest: "auto" }, of(0, 9.7), "linear")).toEqual({ least: 2, greatest: 10 });
  expect(resolveRange({ least: 50, greatest: "auto" }, of(0, 9.7), "linear")).toEqual({ least: 50, greatest: 60 });
  expect(resolveRange({ least: 0, greatest: NaN }, of(1, 80), "log")).toEqual({ least: 0.5, greatest: 100 });
  expect(resolveRange({ least: 3, greatest: 3 }, of(0, 1), "linear")).toEqual({ least: 2.7, greatest: 3.3 });
});

test("[PI8] the time axis is from the first sample to the last", () => {
  expect(resolveTimeRange(AUTO, of(2, 9.7))).toEqual({ least: 2, greatest: 9.7 });
  expect(resolveTimeRange(AUTO, of(0.5))).toEqual({ least: 0, greatest: 1.5 });
  expect(resolveTimeRange(AUTO, NOTHING)).toEqual({ least: 0, greatest: 10 });
  expect(resolveTimeRange({ least: 20, greatest: "auto" }, of(2, 9))).toEqual({ least: 20, greatest: 27 });
  expect(resolveTimeRange({ least: 4, greatest: 3 }, of(2, 9))).toEqual({ least: 3, greatest: 4 });
});
