import { expect, test } from "vitest";
import { samples } from "../series/samples.ts";
import { curvesOf, resampledTable, tableOf, type NamedSamples } from "./table.ts";

const curve = (name: string, times: readonly number[], values: readonly number[]): NamedSamples => ({
  name,
  unit: "m",
  samples: samples(times, values),
});

test("[TB1] a table has every time of its curves once, a repeated one as often as a curve has it, and empty cells elsewhere", () => {
  const curves = [curve("a", [0, 1, 1, 3], [10, 11, 12, 13]), curve("b", [1, 2, 3], [21, 22, 23]), curve("c", [], [])];
  const table = tableOf(curves);
  expect([...table.times]).toEqual([0, 1, 1, 2, 3]);
  expect(table.columns.map(({ rows }) => [...rows!])).toEqual([[0, 1, 2, 4], [1, 3, 4], []]);
  expect(curvesOf(table)).toEqual(curves);
});

test("[TB1] curves of the same times share them, and need no list of rows", () => {
  const times = Float64Array.of(0, 1, 2);
  const values = Float64Array.of(1, 2, 3);
  const table = tableOf(["a", "b"].map((name) => ({ name, unit: "", samples: { times, values } })));
  expect(table.times).toBe(times);
  expect(table.columns.map(({ rows }) => rows)).toEqual([undefined, undefined]);
});

test("[TB1] tables of random curves give back the curves", () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 50; round++) {
    const curves = Array.from({ length: 1 + (round % 6) }, (_, i) => {
      const times = Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 20)).sort(
        (a, b) => a - b,
      );
      return curve(`c${i}`, times, times.map(random));
    });
    const table = tableOf(curves);
    expect(curvesOf(table)).toEqual(curves);
    expect(table.times.every((time, i) => i === 0 || time >= table.times[i - 1]!)).toBe(true);
    const most = Math.max(...curves.map(({ samples: { times } }) => times.filter((time) => time === 7).length));
    expect(table.times.filter((time) => time === 7)).toHaveLength(most);
  }
});

test("[TB2] at a constant rate, values are on the line between samples, and there are none before the first or after the last", () => {
  const curves = [curve("a", [0, 1, 1, 2], [0, 10, 20, 40]), curve("b", [0.6, 1.4], [1, 3])];
  const table = resampledTable(curves, { rateHz: 2 });
  expect([...table.times]).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(table.columns[0]).toMatchObject({ rows: undefined, values: Float64Array.of(0, 5, 20, 30, 40) });
  expect(table.columns[1]!.rows).toEqual(Uint32Array.of(2));
  expect(table.columns[1]!.values[0]).toBeCloseTo(2, 12);
});

test("[TB2] the rows of a rate are not shifted by rounding, and a part can be chosen", () => {
  const times = Array.from({ length: 1001 }, (_, i) => i / 1000);
  const table = resampledTable([curve("a", times, times)], { rateHz: 1000 });
  expect([...table.times]).toEqual(times);
  expect([...table.columns[0]!.values]).toEqual(times);
  expect([...resampledTable([curve("a", times, times)], { rateHz: 10, from: 0.25, to: 0.5 }).times]).toEqual([
    0.25, 0.35, 0.45,
  ]);
  expect(resampledTable([], { rateHz: 10 }).times).toHaveLength(0);
  expect(() => resampledTable([], { rateHz: 0 })).toThrow("a rate of 0 Hz is not possible");
  expect(() => resampledTable([curve("a", [0, 1e9], [0, 0])], { rateHz: 1000 })).toThrow("rows are too many");
});
