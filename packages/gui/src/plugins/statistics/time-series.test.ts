import { expect, test } from "vitest";
import { roundTop, TimeSeries } from "./time-series.ts";

test("[PN3] a series holds what lies within its window, and its lines end now", () => {
  const series = new TimeSeries(60_000);
  for (let second = 0; second <= 100; second++) series.add(second * 1000, second);
  // Includes both ends of the minute.
  expect(series.length).toBe(61);
  expect(series.max).toBe(100);
  const [line, ...others] = series.lines({ nowMs: 100_000, top: 200, width: 600, height: 100 });
  expect(others).toEqual([]);
  expect(line![0]).toEqual([0, 80]);
  expect(line!.at(-1)).toEqual([600, 50]);
});

test("[PN3] where nobody looked, there is a gap", () => {
  const series = new TimeSeries(60_000);
  for (const second of [0, 1, 2, 30, 31]) series.add(second * 1000, 1);
  expect(series.lines({ nowMs: 31_000, top: 1, width: 60, height: 1 }).map((line) => line.length)).toEqual([3, 2]);
});

test("[PN3] the top of a graph is a round number that all values fit below", () => {
  expect([0, 0.9, 1, 1.1, 3, 7, 47, 2000].map(roundTop)).toEqual([1, 1, 1, 2, 5, 10, 50, 2000]);
});
