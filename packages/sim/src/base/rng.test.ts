import { expect, test } from "vitest";
import { Rng, seedFrom } from "./rng.ts";

test("[BA11] a stream is its four numbers: the same state continues with the same numbers", () => {
  const column = new Float64Array(10);
  column.set(seedFrom(42, "lidar", 7), 3);
  const rng = new Rng(column, 3);
  for (let i = 0; i < 100; i++) rng.gaussian();
  const other = new Rng(Uint32Array.from(column.slice(3, 7)));
  const draw = (from: Rng): number[] => [from.uniform(), from.gaussian(), from.int(1000), from.uint32()];
  expect(draw(other)).toEqual(draw(rng));
  expect(column.slice(0, 3)).toEqual(new Float64Array(3));
  expect(column.slice(7)).toEqual(new Float64Array(3));
});

test("[BA11] an array too short for a stream is refused", () => {
  expect(() => new Rng(new Uint32Array(6), 3)).toThrow(RangeError);
});

test("[BA12] every seed and list of keys starts a stream of its own", () => {
  const starts = [
    seedFrom(1),
    seedFrom(2),
    seedFrom(1, "a"),
    seedFrom(1, "a", "b"),
    seedFrom(1, "ab"),
    seedFrom(1, "b", "a"),
    seedFrom(1, 5),
    seedFrom(1, "5"),
  ];
  expect(new Set(starts.map(String)).size).toBe(starts.length);
  expect(seedFrom(1, "a", 5)).toEqual(seedFrom(1, "a", 5));
});

test("[BA13] uniform numbers fill 0 … 1 evenly", () => {
  const rng = new Rng(seedFrom(3));
  const bins = Array.from({ length: 16 }, () => 0);
  for (let i = 0; i < 160_000; i++) bins[Math.floor(rng.uniform() * 16)]!++;
  // χ² with 15 degrees of freedom exceeds 37.7 once in a thousand runs; the seed is fixed.
  expect(bins.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0)).toBeLessThan(37.7);
});

test("[BA13] integers are below n and equally likely, also where n does not divide 2³²", () => {
  const rng = new Rng(seedFrom(4));
  const counts = [0, 0, 0];
  for (let i = 0; i < 30_000; i++) counts[Math.floor(rng.int(3 * 2 ** 30) / 2 ** 30)]!++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(330); // 4 σ
  expect(rng.int(1)).toBe(0);
  expect(() => rng.int(0)).toThrow(RangeError);
  expect(() => rng.int(1.5)).toThrow(RangeError);
});

test("[BA13] gaussian numbers have mean 0, deviation 1 and the kurtosis of a normal distribution", () => {
  const rng = new Rng(seedFrom(5));
  const n = 200_000;
  let [sum, squares, fourths] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const x = rng.gaussian();
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
  }
  expect(Math.abs(sum / n)).toBeLessThan(4 / Math.sqrt(n));
  expect(Math.abs(squares / n - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
  expect(Math.abs(fourths / n - 3)).toBeLessThan(4 * Math.sqrt(96 / n));
});
