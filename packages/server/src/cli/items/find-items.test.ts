import type { orrery } from "@orrery/msgs";
import { TestSim } from "@orrery/sim/testing";
import { expect, onTestFinished, test } from "vitest";
import { type AskItems, KnownItems, searchItems } from "./find-items.ts";

/** A world of boxes, whose manager lists few items at once. */
async function boxes(count: number): Promise<AskItems> {
  const box = (i: number): string => `<model name="box${i}"><link name="body"/></model>`;
  const sim = await TestSim.load(Array.from({ length: count }, (_, i) => box(i)).join(""));
  onTestFinished(() => sim[Symbol.dispose]());
  const { manager } = sim.runner.introspection;
  return async ({ of, words = [], after = "" }: orrery.ItemQuery): Promise<orrery.IntrospectionItems> => {
    const { items, things, isPartial, next } = manager.list({ of, words, after, limit: of === undefined ? 3 : 1000 });
    return { items: items.map(({ name, type }) => ({ name, type })), things, partial: isPartial, next };
  };
}

test("[CL74] a search continues until all items are found, or as many as are wanted", async () => {
  const ask = await boxes(40);
  const names = async (words: readonly string[], most: number): Promise<string[]> =>
    (await searchItems(ask, words, most)).items.map(({ name }) => name!);
  const velocities = await names(["body::linear_velocity"], 1000);
  expect(velocities.toSorted()).toEqual(
    Array.from({ length: 40 }, (_, i) => `box${i}::body::linear_velocity`).toSorted(),
  );
  expect(new Set(await names([], 100_000)).size).toBeGreaterThan(40 * 30);
  expect(await searchItems(ask, ["box"], 25)).toMatchObject({ items: { length: 25 }, isPartial: true });
});

test("[CL74] names and patterns are found in managers that list few items at once", async () => {
  const items = new KnownItems("w", await boxes(40));
  expect(await items.fitting("box*9::body::pose")).toEqual(
    ["box9", "box19", "box29", "box39"].map((name) => `${name}::body::pose`),
  );
  expect(await items.fitting("box7::body::inertial::pose")).toEqual(["box7::body::inertial::pose"]);
  expect(await items.fitting("box7::body::poses")).toEqual([]);
  expect(await items.find("iterations")).toMatchObject({ type: "int32" });
});
