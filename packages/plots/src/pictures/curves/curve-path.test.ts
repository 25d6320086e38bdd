import { expect, test } from "vitest";
import { curvePath } from "./curve-path.ts";
import { valueAt } from "./curve-values.ts";
import { type DrawnCurve, type DrawnEnvelope, type DrawnPoints } from "./drawn-curve.ts";
import { type CurveStyle } from "../plot-description.ts";
import { type Scale } from "../axes/scale.ts";

/** One unit is 10 px along x, and 10 px upwards along y. */
const frame = { x: 0, y: 0, width: 100, height: 100 };
const x: Scale = { type: "linear", least: 0, greatest: 10, from: 0, to: 100 };
const y: Scale = { type: "linear", least: 0, greatest: 10, from: 100, to: 0 };

const points = (xs: number[], ys: number[]): DrawnPoints => ({
  type: "points",
  xs: Float64Array.from(xs),
  ys: Float64Array.from(ys),
  count: xs.length,
});

function pathOf(curve: DrawnCurve, style: CurveStyle = "lines"): (string | number)[][] {
  const { pairs, count } = curvePath(curve, style, x, y, frame);
  return Array.from({ length: count }, (_, i) => {
    const pair = [pairs[2 * i]!, pairs[2 * i + 1]!];
    return Number.isNaN(pair[0]) ? ["gap"] : pair.map((at) => Math.round(at * 1e6) / 1e6);
  });
}

test("[PI14] a curve is a line through its points, in pixels", () => {
  expect(pathOf(points([0, 5, 10], [0, 10, 5]))).toEqual([
    [0, 100],
    [50, 0],
    [100, 50],
  ]);
});

test("[PI14] steps hold a value until the next", () => {
  expect(pathOf(points([0, 5, 10], [0, 10, 10]), "steps")).toEqual([
    [0, 100],
    [50, 100],
    [50, 0],
    [100, 0],
  ]);
});

test("[PI14] no line leads across a gap, and a sample between gaps is a dot", () => {
  expect(pathOf(points([0, 1, 2, 3, 4, 5], [1, 2, NaN, 3, Infinity, 4]))).toEqual([
    [0, 90],
    [10, 80],
    ["gap"],
    [29, 70],
    [31, 70],
    ["gap"],
    [49, 60],
    [51, 60],
  ]);
  expect(pathOf(points([5], [5]))).toEqual([
    [49, 50],
    [51, 50],
  ]);
});

test("[PI14] what is far outside the frame is cut off where the line leaves", () => {
  const path = pathOf(points([0, 5, 10], [5, 1e300, 5]));
  expect(path.filter(([at]) => at !== "gap").every(([, at]) => Number(at) >= -40 && Number(at) <= 140)).toBe(true);
  expect(path[0]).toEqual([0, 50]);
  expect(path.at(-1)).toEqual([100, 50]);
  // Neither point is visible, but the line is: 40 px beyond the frame on either side.
  expect(pathOf(points([-1000, 1010], [5, 5]))).toEqual([
    [-40, 50],
    [140, 50],
  ]);
});

test("[PI14] the longest path allocates an array, and further ones nothing", () => {
  const many = points(
    Array.from({ length: 20_000 }, (_, i) => i / 2000),
    Array.from({ length: 20_000 }, (_, i) => i % 10),
  );
  const { pairs } = curvePath(many, "lines", x, y, frame);
  expect(pairs.length).toBeGreaterThanOrEqual(40_000);
  expect(curvePath(many, "lines", x, y, frame).pairs).toBe(pairs);
});

const envelope: DrawnEnvelope = {
  type: "envelope",
  from: 0,
  to: 10,
  columns: {
    columns: 5,
    counts: [100, 1, 0, 3, 2],
    first: Float64Array.of(5, 4, NaN, 2, 3),
    last: Float64Array.of(6, 4, NaN, 1, 3),
    least: Float64Array.of(1, 4, NaN, 1, 2),
    greatest: Float64Array.of(9, 4, NaN, 8, 3),
    broken: [1, 0, 0, 1, 0],
    beforeTime: NaN,
    beforeValue: NaN,
    afterTime: 12,
    afterValue: 3,
  },
};

test("[PI15] an envelope goes in each column from the first value to the last, past both extremes", () => {
  expect(pathOf(envelope)).toEqual([
    [10, 50],
    [10, 90],
    [10, 10],
    [10, 40],
    [30, 60],
    ["gap"],
    [70, 80],
    [70, 20],
    [70, 90],
    [90, 70],
    [90, 80],
    [90, 70],
    [120, 70],
  ]);
});

test("[PI15] a curve has a value at each place of its line", () => {
  const line = points([0, 5, 10], [0, 10, 5]);
  expect([-1, 0, 2, 5, 10, 11].map((at) => valueAt(line, at, "lines"))).toEqual([NaN, 0, 4, 10, 5, NaN]);
  expect([0, 2, 5].map((at) => valueAt(line, at, "steps"))).toEqual([0, 0, 10]);
  expect([1, 3, 5, 7, 9.9].map((at) => valueAt(envelope, at, "lines"))).toEqual([6, 4, NaN, 1, 3]);
});
