import { expect, test } from "vitest";
import { readSampling, secondsBetween, stepsBetween } from "./sampling-rate.ts";

test("[VP12] a rate is a number of steps, or the number nearest to a frequency", () => {
  expect(
    [{ every: 1 }, { every: 7 }, { hertz: 100 }, { hertz: 30 }, { hertz: 5000 }].map((each) => stepsBetween(each, 1e6)),
  ).toEqual([1, 7, 10, 33, 1]);
  expect([{ every: 1 }, { every: 7 }, { hertz: 100 }].map((each) => secondsBetween(each, 1e6))).toEqual([
    0, 0.007, 0.01,
  ]);
  // The length of a step is not known yet.
  expect(stepsBetween({ hertz: 10 }, 0)).toBe(1);
  for (const wrong of [
    undefined,
    null,
    {},
    { every: 0 },
    { every: 1.5 },
    { hertz: 0 },
    { hertz: Infinity },
    { every: "2" },
  ])
    expect(readSampling(wrong)).toBeUndefined();
  expect(readSampling({ hertz: 0.5 })).toEqual({ hertz: 0.5 });
});
