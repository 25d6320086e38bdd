import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { soak } from "../../../../../tests/soak.ts";
import { Rng, seedFrom } from "../../base/rng.ts";
import type { ModelScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { loadSdf, parseSdf } from "./load-sdf.ts";

const folder = join(import.meta.dirname, "../../../../../worlds");
const files: Record<string, Uint8Array> = {};
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) files[path.slice(folder.length + 1)] = new Uint8Array(readFileSync(path));
}
const resources = new MemoryResources(files, []);
const names = Object.keys(files).filter((name) => name.endsWith(".sdf"));

/** Returns the models of a file, which must load without any problem. */
async function modelsOf(name: string): Promise<readonly ModelScene[]> {
  const { scene, problems } = await loadSdf(name, resources);
  expect(problems).toEqual([]);
  return scene.worlds[0]?.models ?? scene.models;
}

test.each(names)("[SD30] the sample %s loads without a warning, steps by 1 ms and names no system", async (name) => {
  const { scene, problems } = await loadSdf(name, resources);
  expect(problems).toEqual([]);
  for (const world of scene.worlds) {
    expect(world.physics.maxStepSize).toBe(0.001);
    expect(world.plugins).toEqual([]);
    expect(world.lights).toHaveLength(1);
  }
});

test("[SD30] the stress world has 3,000 bodies of six kinds", async () => {
  const models = (await modelsOf("stress-3000.sdf")).filter((model) => !model.static);
  const kinds = new Map<string, number>();
  for (const { links } of models) {
    const { type } = links[0]!.collisions[0]!.geometry;
    kinds.set(type, (kinds.get(type) ?? 0) + 1);
  }
  expect(Object.fromEntries(kinds)).toEqual({
    box: 500,
    sphere: 500,
    cylinder: 500,
    capsule: 500,
    cone: 500,
    ellipsoid: 500,
  });
});

test("[SD30] the sample vehicle has four wheels that turn about its y axis, and cones from a folder", async () => {
  const models = await modelsOf("vehicle.sdf");
  const vehicle = models.find((model) => model.name === "vehicle")!;
  expect(vehicle.joints.map(({ type, parentLink }) => [type, parentLink])).toEqual(
    Array.from({ length: 4 }, () => ["revolute", "chassis"]),
  );
  // The wheel's own z axis points along the vehicle's y, within the six digits of its pose.
  for (const { axes } of vehicle.joints) expect(axes[0]!.xyz.z).toBeCloseTo(1, 9);
  expect(models.filter((model) => model.name.startsWith("cone_"))).toHaveLength(10);
});

test("[SD31] files broken at random give problems, never a throw, and load completely or not at all", async () => {
  const rng = new Rng(seedFrom(31, "broken worlds"));
  const texts = names
    .filter((name) => files[name]!.length < 100_000)
    .map((name) => new TextDecoder().decode(files[name]));
  for (let round = 0; round < soak(2000); round++) {
    const text = broken(texts[rng.int(texts.length)]!, rng);
    const { scene, problems } = await parseSdf(text, "broken.sdf", resources);
    const hasErrors = problems.some(({ severity }) => severity === "error");
    if (hasErrors) expect(scene).toEqual({ worlds: [], models: [], lights: [], actors: [] });
    const nowhere = problems.filter(({ where }) => where === undefined || !(where.line > 0 && where.column > 0));
    expect(nowhere).toEqual([]);
  }
}, 120_000);

const PIECES = [
  "<",
  ">",
  "/>",
  "</",
  "&",
  '"',
  "'",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?",
  "nan",
  "-1",
  "1e999",
  "\0",
  "::",
  "__model__",
  "world",
  "<model name='m'>",
  "<pose relative_to='x'/>",
];

/** Returns the text after one to four accidents: cut off, or with a piece lost, doubled, moved or inserted. */
function broken(text: string, rng: Rng): string {
  let result = text;
  for (let accidents = 1 + rng.int(4); accidents > 0; accidents--) {
    const at = rng.int(result.length + 1);
    const end = Math.min(result.length, at + 1 + rng.int(200));
    const piece = result.slice(at, end);
    switch (rng.int(6)) {
      case 0:
        result = result.slice(0, at);
        break;
      case 1:
        result = result.slice(0, at) + result.slice(end);
        break;
      case 2:
        result = result.slice(0, end) + piece + result.slice(end);
        break;
      case 3: {
        const to = rng.int(result.length + 1);
        result = result.slice(0, to) + piece + result.slice(to);
        break;
      }
      case 4:
        result = result.slice(0, at) + PIECES[rng.int(PIECES.length)]! + result.slice(at);
        break;
      default: {
        // Swaps two words: the result is usually well-formed XML, so that the code behind the XML reader is tested too.
        const words = [...result.matchAll(/[\w.-]+/g)];
        if (words.length < 2) break;
        const one = words[rng.int(words.length)]!;
        const other = words[rng.int(words.length)]!;
        result = result.slice(0, one.index) + other[0] + result.slice(one.index + one[0].length);
      }
    }
  }
  return result;
}
