import { expect, test } from "vitest";
import { indexAfter, indexAt, indexNear, samples } from "./samples.ts";

test("[SE1] samples have as many times as values, and times never decrease", () => {
  expect(samples([0, 0.5, 0.5], [1, 2, 3])).toEqual({
    times: new Float64Array([0, 0.5, 0.5]),
    values: new Float64Array([1, 2, 3]),
  });
  expect(() => samples([0, 1], [1])).toThrow("2 times, but 1 values");
  expect(() => samples([0, 2, 1], [1, 2, 3])).toThrow("time 1 comes after 2");
});

test("[SE2] a time is found by halving: the first sample that is not earlier, or that is later", () => {
  const times = new Float64Array([0, 1, 1, 2]);
  expect([-1, 0, 0.5, 1, 1.5, 2, 3].map((time) => indexAt(times, time))).toEqual([0, 0, 1, 1, 3, 3, 4]);
  expect([-1, 0, 0.5, 1, 1.5, 2, 3].map((time) => indexAfter(times, time))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect([0, 1, 2].map((time) => indexAt(times, time, 2, 3))).toEqual([2, 2, 3]);
  const many = Float64Array.from({ length: 60 }, (_, i) => Math.floor(i / 3));
  for (let guess = -1; guess < 70; guess += 3) {
    for (let time = 1; time < 21; time += 2.5) {
      expect(indexNear(many, time, 5, 55, guess)).toBe(indexAt(many, time, 5, 55));
    }
  }
});
