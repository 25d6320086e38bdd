import { samples, Series, seriesOf } from "@orrery/plots";
import { expect, test } from "vitest";
import { timeOnPath } from "./on-path.ts";
import { PathPoints } from "./path-points.ts";

const rows = ({ xs, ys, times, count }: ReturnType<PathPoints["read"]>): number[][] =>
  Array.from({ length: count }, (_, i) => [times![i]!, xs[i]!, ys[i]!]);

test("[VP2] values at the same times are pairs; other times are on the line between samples", () => {
  const y = seriesOf(samples([0, 1, 2, 3], [0, 10, 20, 30]));
  const same = seriesOf(samples([0, 1, 2, 3], [5, 6, 7, 8]));
  expect(rows(new PathPoints().read(same, y, 1, 2))).toEqual([
    [1, 6, 10],
    [2, 7, 20],
  ]);
  const other = seriesOf(samples([0.5, 2.5], [0, 2]));
  expect(rows(new PathPoints().read(other, y, 0, 3))).toEqual([
    [0, NaN, NaN],
    [1, 0.5, 10],
    [2, 1.5, 20],
    [3, NaN, NaN],
  ]);
});

test("[VP2] a path is interrupted where samples are missing", () => {
  const y = new Series();
  y.append([0, 1], [0, 1]);
  y.append([5, 6], [5, 6], { since: 4 });
  expect(rows(new PathPoints().read(y, y, 0, 6))).toEqual([
    [0, 0, 0],
    [1, 1, 1],
    [1, NaN, NaN],
    [5, 5, 5],
    [6, 6, 6],
  ]);
});

test("[VP2] a long path is thinned out, and its memory is used again", () => {
  const times = Float64Array.from({ length: 100_000 }, (_, i) => i / 1000);
  const series = seriesOf({ times, values: times });
  const points = new PathPoints();
  const { count, xs } = points.read(series, series, 0, 100);
  expect(count).toBe(20_000);
  expect(points.read(series, series, 0, 100).xs).toBe(xs);
});

test("[VP3] on a path, the moment of its closest point is meant, if that is near", () => {
  const series = seriesOf(samples([0, 1, 2], [0, 50, 100]));
  const scale = { least: 0, greatest: 100, from: 0, to: 100, type: "linear" } as const;
  const layout = { x: { scale }, axes: [{ scale }], axisOf: [0] } as unknown as Parameters<typeof timeOnPath>[0];
  const path = new PathPoints().read(series, series, 0, 2);
  expect(timeOnPath(layout, [path], { x: 55, y: 45 })).toBe(1);
  expect(timeOnPath(layout, [path], { x: 300, y: 45 })).toBeUndefined();
});
