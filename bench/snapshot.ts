import { readFileSync } from "node:fs";
import { TestSim } from "@orrery/sim/testing";
import type { PhysicsEngine } from "../packages/sim/src/physics/engine.ts";
import { createMujocoEngine } from "../packages/sim/src/physics/mujoco/load-mujoco.ts";
import { createRapierEngine } from "../packages/sim/src/physics/rapier/load-rapier.ts";
import { quartiles, threadCpu, type Bench } from "./harness.ts";
import { quadrupeds } from "./scenes/quadruped.ts";
import { boxes, worldOf } from "./scenes/world.ts";

export const name = "snapshot";

const PAIRS = 31;

/**
 * Measures a keyframe of the whole simulator against the engine's own save and restore, with everything moving in
 * between.
 */
export async function run(bench: Bench): Promise<void> {
  const stress = readFileSync(new URL("../worlds/stress-3000.sdf", import.meta.url), "utf8");
  await compare(bench, "boxes-1000", worldOf("rapier", boxes(1000)), 250);
  await compare(bench, "mixed-3000", stress, 700);
  await compare(bench, "quadruped-10", worldOf("rapier", quadrupeds(10)), 200);
  await compare(bench, "mujoco-boxes-100", worldOf("mujoco", boxes(100)), 250, createMujocoEngine);
  await compare(bench, "mujoco-quadruped-10", worldOf("mujoco", quadrupeds(10)), 200, createMujocoEngine);
}

type MakeEngine = (options: { readonly gravity: { x: number; y: number; z: number } }) => Promise<PhysicsEngine>;

async function compare(
  bench: Bench,
  scene: string,
  sdf: string,
  settle: number,
  make: MakeEngine = createRapierEngine,
): Promise<void> {
  using sim = await TestSim.load(sdf);
  using engine = await make({ gravity: { x: 0, y: 0, z: -9.8 } });
  sim.run({ steps: settle });
  const { runner } = sim;
  const before = runner.keyframe();
  const times = { capture: [] as number[], save: [] as number[], restore: [] as number[], engine: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    // Every column is written between two captures; an untouched one would be shared, and cost nothing.
    sim.run({ steps: 2 });
    const [state] = runner.systems.save().values();
    sim.run({ steps: 1 });
    const inOrder = [
      () => times.capture.push(cost(() => runner.keyframe())),
      () => times.save.push(cost(() => runner.systems.save())),
    ];
    for (const measure of pair % 2 === 0 ? inOrder : inOrder.reverse()) measure();
    times.engine.push(cost(() => engine.restore(state!)));
    times.restore.push(cost(() => runner.restore(before)));
  }
  const entities = runner.world.entityCount;
  const figure = (what: string, ours: number[], reference: number[], share: number): void => {
    const own = quartiles(reference.slice(5)).median;
    // At most the fraction, or 100 µs plus 0.2 µs per entity, beyond the engine's own time.
    const budget = 1 + Math.max(share, (100 + 0.2 * entities) / own);
    bench.figure({
      name: `snapshot/${what}/${scene}`,
      ours: quartiles(ours.slice(5)).median,
      reference: own,
      budget,
      unit: "µs",
    });
  };
  figure("capture", times.capture, times.save, 0.2);
  figure("restore", times.restore, times.engine, 0.3);
}

function cost(work: () => void): number {
  const before = threadCpu();
  work();
  return threadCpu() - before;
}
