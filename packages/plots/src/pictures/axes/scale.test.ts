import { expect, test } from "vitest";
import { equalAspect, panRange, zoomRange } from "./move-range.ts";
import { type Scale, toPixel, toValue } from "./scale.ts";

const linear: Scale = { type: "linear", least: 10, greatest: 20, from: 300, to: 100 };
const log: Scale = { type: "log", least: 0.1, greatest: 1000, from: 0, to: 400 };

test("[PI3] a scale leads from values to pixels and back", () => {
  expect([10, 15, 20, 25].map((value) => toPixel(linear, value))).toEqual([300, 200, 100, 0]);
  expect([0.1, 1, 10, 1000].map((value) => toPixel(log, value))).toEqual([0, 100, 200, 400]);
  expect(toValue(linear, 150)).toBeCloseTo(17.5, 12);
  expect(toValue(log, 300)).toBeCloseTo(100, 9);
});

test("[PI3] a log scale has no place for zero and negative values", () => {
  expect([0, -1, NaN].map((value) => toPixel(log, value))).toEqual([NaN, NaN, NaN]);
});

test("[PI9] a range is moved by a share of its length, and zoomed about a value that stays in its place", () => {
  expect(panRange({ least: 10, greatest: 20 }, 0.5)).toEqual({ least: 15, greatest: 25 });
  expect(zoomRange({ least: 10, greatest: 20 }, 2, 12)).toEqual({ least: 11, greatest: 16 });
  const decades = panRange({ least: 1, greatest: 100 }, 0.5, "log");
  expect(decades.least).toBeCloseTo(10, 9);
  expect(decades.greatest).toBeCloseTo(1000, 9);
});

test("[PI9] a range that numbers could not resolve any more, or that would overflow, stays as it was", () => {
  const narrow = { least: 1, greatest: 1 + 1e-11 };
  expect(zoomRange(narrow, 100, 1)).toBe(narrow);
  const wide = { least: -1e300, greatest: 1e300 };
  expect(zoomRange(wide, 0.1, 0)).toBe(wide);
  const far = { least: 1e-200, greatest: 1e300 };
  expect(panRange(far, 1, "log")).toBe(far);
});

test("[PI9] equal aspect shows at least both ranges, with a unit as long on both axes", () => {
  const [x, y] = equalAspect({ least: 0, greatest: 10 }, { least: 0, greatest: 2 }, 200, 100);
  expect([x, y]).toEqual([
    { least: 0, greatest: 10 },
    { least: -1.5, greatest: 3.5 },
  ]);
});
