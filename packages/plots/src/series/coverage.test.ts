import { expect, test } from "vitest";
import { Coverage } from "./coverage.ts";

test("[SE6] what was noted last of a range holds, and ranges of one grain that touch are one", () => {
  const coverage = new Coverage();
  coverage.mark(10, 12, "complete");
  coverage.mark(12, 13, "complete");
  coverage.mark(0, 8, "coarse");
  coverage.mark(2, 3, "complete");
  coverage.mark(3, 4, "complete");
  expect(coverage.spans).toEqual([
    { from: 0, to: 2, grain: "coarse" },
    { from: 2, to: 4, grain: "complete" },
    { from: 4, to: 8, grain: "coarse" },
    { from: 10, to: 13, grain: "complete" },
  ]);
  coverage.mark(0, 12, "complete");
  expect(coverage.spans).toEqual([{ from: 0, to: 13, grain: "complete" }]);
});

test("[SE6] what is missing is what no range holds; asked for complete samples, what is coarse is missing too", () => {
  const coverage = new Coverage();
  coverage.mark(1, 2, "coarse");
  coverage.mark(2, 3, "complete");
  coverage.mark(5, 6, "complete");
  expect(coverage.missing(0, 7)).toEqual([
    { from: 0, to: 1 },
    { from: 3, to: 5 },
    { from: 6, to: 7 },
  ]);
  expect(coverage.missing(1.5, 5.5, "complete")).toEqual([
    { from: 1.5, to: 2 },
    { from: 3, to: 5 },
  ]);
  expect(coverage.missing(5, 6)).toEqual([]);
  expect([0, 1, 1.5, 3, 4, 5].map((time) => coverage.knownUntil(time))).toEqual([0, 3, 3, 3, 4, 6]);
});

test("[SE6] ranges can be forgotten, and divided at a time", () => {
  const coverage = new Coverage();
  coverage.mark(0, 10, "complete");
  coverage.clear(4, 5);
  coverage.clearBefore(1);
  const earlier = coverage.split(3);
  expect(earlier.spans).toEqual([{ from: 1, to: 3, grain: "complete" }]);
  expect(coverage.spans).toEqual([
    { from: 3, to: 4, grain: "complete" },
    { from: 5, to: 10, grain: "complete" },
  ]);
});
