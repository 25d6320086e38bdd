import { expect, test } from "vitest";
import { MemoryResources, Rng } from "@orrery/sim";
import { parseSdf, seedFrom, spawnModel } from "@orrery/sim/host";
import * as components from "@orrery/sim/components";
import type { TestSim } from "@orrery/sim/testing";
import { loadSample } from "./sample-world.ts";
import { soak } from "./soak.ts";

const CONTINUED = 200;

/** Different in every world, the same in every process. */
function randomSteps(name: string, count: number, below: number): number[] {
  const rng = new Rng(seedFrom(7, name));
  return Array.from({ length: count }, () => rng.int(below)).sort((a, b) => a - b);
}

/**
 * Runs once with a save at each of the steps; then continues from each, in the same runner and in a new one, and
 * compares.
 */
async function check(name: string, steps: readonly number[], engine?: string): Promise<void> {
  using sim = await loadSample(name, engine);
  const saves: { step: number; keyframe: ReturnType<typeof sim.runner.keyframe>; file: Uint8Array }[] = [];
  const expected = new Map<number, string>();
  const stops = new Set([...steps, ...steps.map((step) => step + CONTINUED)]);
  for (const stop of [...stops].sort((a, b) => a - b)) {
    sim.run({ steps: stop - sim.runner.now().count });
    if (steps.includes(stop)) saves.push({ step: stop, keyframe: sim.runner.keyframe(), file: sim.runner.save() });
    expected.set(stop, sim.runner.hash());
  }
  using other = await loadSample(name, engine);
  for (const { step, keyframe, file } of saves) {
    sim.runner.restore(keyframe);
    await other.runner.load(file);
    for (const each of [sim, other]) {
      expect(each.runner.hash()).toBe(expected.get(step));
      each.run({ steps: CONTINUED });
      expect(each.runner.hash()).toBe(expected.get(step + CONTINUED));
    }
  }
}

const samples = [
  "empty.sdf",
  "shapes.sdf",
  "pendulum.sdf",
  "wall.sdf",
  "vehicle.sdf",
  "meshes.sdf",
  "diff-drive.sdf",
  "cart-pole.sdf",
  "arm.sdf",
  "quadruped.sdf",
];

for (const name of samples) {
  test(`[RU17] ${name} restored at random steps continues as if it had never stopped`, { timeout: 600_000 }, () =>
    check(name, randomSteps(name, soak(20), 4000)),
  );
}

const bothEngines = samples.flatMap((name) => ["rapier", "mujoco"].map((engine) => [name, engine] as const));
test.each([...bothEngines, ["stress-3000.sdf", "rapier"] as const])(
  "[RU68] built again by a reset, %s with %s is the same as when it was loaded, and continues the same",
  { timeout: 600_000 },
  async (name, engine) => {
    using sim = await loadSample(name, engine, { rebuilds: true });
    const first = sim.runner.hash();
    sim.run({ steps: 60 });
    const later = sim.runner.hash();
    using other = await loadSample(name, engine);
    await other.runner.load(sim.runner.save("loaded"));
    expect([other.runner.hash(), sim.runner.hash()]).toEqual([first, later]);
    // Edits are undone as well.
    const { world, root } = sim.runner;
    for (const child of world.childrenOf(root)) if (world.has(child, components.IsModel)) world.remove(child);
    spawnModel(world, root, pebble);
    sim.run({ steps: 20 });
    sim.runner.reset("all");
    expect(sim.runner.hash()).toBe(first);
    sim.run({ steps: 60 });
    expect(sim.runner.hash()).toBe(later);
  },
);

for (const [name, engine] of [
  ["shapes.sdf", "mujoco"],
  ["pendulum.sdf", "rapier"],
  ["vehicle.sdf", "rapier"],
] as const) {
  test(
    `[RU17] ${name} with ${engine}, which it would not get by itself, continues as if it had never stopped`,
    { timeout: 600_000 },
    () => check(name, randomSteps(name, soak(8), 2000), engine),
  );
}

test(
  "[RU17] the world of 3,000 shapes restored at random steps continues as if it had never stopped",
  { timeout: 600_000 },
  () => check("stress-3000.sdf", randomSteps("stress-3000.sdf", soak(2), 600)),
);

const { scene } = await parseSdf(
  `<sdf version="1.9"><model name="pebble"><pose>0 0 4 0 0 0</pose><link name="link"><inertial auto="true"/>
    <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model></sdf>`,
  "pebble.sdf",
  new MemoryResources({}),
);
const pebble = scene.models[0]!;

const engines = [
  ["shapes.sdf", "rapier"],
  ["shapes.sdf", "mujoco"],
  ["vehicle.sdf", "rapier"],
  ["vehicle.sdf", "mujoco"],
] as const;
test.each(engines)(
  "[RU18] in %s with %s saving makes no difference, and what came and went is gone or back",
  async (name, engine) => {
    const run = async (act: (sim: TestSim, step: number) => void): Promise<string> => {
      using sim = await loadSample(name, engine);
      for (let step = 0; step < 600; step += 50) {
        act(sim, step);
        sim.run({ steps: 50 });
      }
      return sim.runner.hash();
    };
    const plain = await run(() => {});
    expect(await run(({ runner }) => void runner.save())).toBe(plain);
    const disturbed = await run((sim) => {
      const { world, root } = sim.runner;
      const before = sim.runner.keyframe();
      const models = world.childrenOf(root).filter((child) => world.has(child, components.IsModel));
      world.remove(models.at(-1)!);
      spawnModel(world, root, pebble);
      sim.run({ steps: 40 });
      expect(world.childrenOf(root).some((child) => world.get(child, components.Name) === "pebble")).toBe(true);
      sim.runner.restore(before);
    });
    expect(disturbed).toBe(plain);
  },
);
