import { MemoryResources } from "@orrery/sim";
import { parseSdf } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { foundEntries, insertWords } from "./palette-entry.ts";
import { lightEntries, shapeEntries } from "./shape-entries.ts";

/** In m³, by the formulas of solids. */
const VOLUMES: Readonly<Record<string, number>> = {
  Box: 0.5 ** 3,
  Sphere: (4 / 3) * Math.PI * 0.25 ** 3,
  Cylinder: Math.PI * 0.25 ** 2 * 0.5,
  Capsule: Math.PI * 0.15 ** 2 * 0.4 + (4 / 3) * Math.PI * 0.15 ** 3,
  Cone: (1 / 3) * Math.PI * 0.25 ** 2 * 0.5,
  Ellipsoid: (4 / 3) * Math.PI * 0.3 * 0.2 * 0.15,
};

test("[IS1] shapes have the mass of 500 kg/m³, and collide as they look", async () => {
  expect(shapeEntries.map(({ title }) => title)).toEqual(Object.keys(VOLUMES));
  for (const { title, things } of shapeEntries) {
    const { scene, problems } = await read(things);
    expect(problems).toEqual([]);
    const [link] = scene.models[0]!.links;
    expect(link!.inertial.mass).toBeCloseTo(500 * VOLUMES[title]!, 6);
    expect(link!.inertial.ixx).toBeGreaterThan(0);
    expect(link!.collisions[0]!.geometry).toEqual(link!.visuals[0]!.geometry);
  }
});

test("[IS1] lights are of their kinds and hang above what is under the pointer", async () => {
  const types = await Promise.all(lightEntries.map(async ({ things }) => (await read(things)).scene.lights[0]!.type));
  expect(types).toEqual(["point", "spot", "directional"]);
  expect(lightEntries.every(({ liftMetres }) => liftMetres >= 1)).toBe(true);
});

test("[IS1] entries are found by words, and their commands are called after them", () => {
  const all = [...shapeEntries, ...lightEntries];
  expect(foundEntries(all, "co").map(({ title }) => title)).toEqual(["Cone"]);
  expect(foundEntries(all, "light sp").map(({ title }) => title)).toEqual(["Spot"]);
  expect(foundEntries(all, "")).toHaveLength(9);
  expect(insertWords(shapeEntries[0]!)).toBe("Insert box");
  expect(insertWords(lightEntries[0]!)).toBe("Insert point light");
});

async function read([thing]: (typeof shapeEntries)[number]["things"]) {
  if (thing === undefined || !("sdf" in thing)) throw new Error("it has no SDF");
  return parseSdf(thing.sdf, "shape", new MemoryResources({}));
}
