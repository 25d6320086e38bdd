import { expect, test } from "vitest";
import { Bench, quartiles, type Figure } from "./harness.ts";

test("quartiles lie between the samples they fall between", () => {
  expect(quartiles([4, 1, 3, 2, 5])).toEqual({ lower: 2, median: 3, upper: 4 });
  expect(quartiles([1, 2])).toEqual({ lower: 1.25, median: 1.5, upper: 1.75 });
});

test("a figure is held against its ratio, or itself where there is none", () => {
  const figures: Figure[] = [];
  const bench = new Bench((figure) => figures.push(figure));
  bench.figure({ name: "a", ours: 3, reference: 2, budget: 1.5, unit: "MB" });
  bench.figure({ name: "b", ours: 3, budget: 2.9, unit: "s" });
  bench.figure({ name: "c", ours: 3, unit: "s" });
  bench.figure({ name: "d", ours: 3, budget: 1, unit: "s", ok: true });
  expect(figures).toEqual([
    { name: "a", ours: 3, reference: 2, ratio: 1.5, budget: 1.5, ok: true, unit: "MB" },
    { name: "b", ours: 3, reference: null, ratio: null, budget: 2.9, ok: false, unit: "s" },
    { name: "c", ours: 3, reference: null, ratio: null, budget: null, ok: true, unit: "s" },
    { name: "d", ours: 3, reference: null, ratio: null, budget: 1, ok: true, unit: "s" },
  ]);
});

test("a comparison runs both in pairs, with the set-up before each sample, and reports both per call", async () => {
  let setups = 0;
  const calls = { ours: 0, reference: 0 };
  const bench = new Bench(() => {});
  const figure = await bench.compare({
    name: "count",
    ours: () => void calls.ours++,
    reference: async () => void calls.reference++,
    batch: 2000,
    setup: () => void setups++,
  });
  expect(calls.ours % 2000).toBe(0);
  expect(setups).toBe((calls.ours + calls.reference) / 2000);
  expect(setups).toBeGreaterThanOrEqual(2 * 21);
  expect(figure).toMatchObject({ name: "count", budget: null, ok: true, unit: "µs" });
});

test("calls that lead into a sample are not among those measured", async () => {
  let setups = 0;
  let calls = 0;
  const work = (): void => void calls++;
  const bench = new Bench(() => {});
  await bench.compare({ name: "lead", ours: work, reference: work, batch: 5, lead: 2, setup: () => void setups++ });
  expect(calls).toBe((5 + 2) * setups);
});
