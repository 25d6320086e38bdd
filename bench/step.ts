import { readFileSync } from "node:fs";
import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { Pose } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { quartiles, threadCpu, type Bench } from "./harness.ts";
import { command, commandAt, stand } from "./scenes/controllers.ts";
import { quadrupeds } from "./scenes/quadruped.ts";
import { Twin } from "./scenes/twin.ts";
import { boxes, heap, worldOf } from "./scenes/world.ts";

export const name = "step";

/** Sets the bare engine's motors as `command` sets the simulator's, by the cheapest function. */
function commandBare(world: rapier.World, count: number): void {
  const raw = world.impulseJoints.raw as unknown as RawMotors;
  world.impulseJoints.forEach(({ handle }) => {
    raw.jointConfigureMotor(handle, ABOUT_X, commandAt(count), 0, 100, 2);
  });
}

interface RawMotors {
  jointConfigureMotor(
    joint: number,
    axis: number,
    target: number,
    speed: number,
    stiffness: number,
    damping: number,
  ): void;
}
const ABOUT_X = 3;

/** Measures a step of the whole simulator against `world.step()` of the same bodies, then a sleeping world alone. */
export async function run(bench: Bench): Promise<void> {
  const stress = readFileSync(new URL("../worlds/stress-3000.sdf", import.meta.url), "utf8");
  const scenes = [
    { name: "step/boxes-1000", sdf: worldOf("rapier", boxes(1000)), settle: 250, batch: 10, budget: 1.12 },
    { name: "step/mixed-3000", sdf: worldOf("rapier", heap(3000)), settle: 800, batch: 4, budget: 1.1 },
    {
      name: "step/quadruped-1",
      sdf: worldOf("rapier", quadrupeds(1)),
      settle: 400,
      batch: 200,
      budget: 1.4,
      systems: [stand],
    },
    {
      name: "step/quadruped-1-commanded",
      sdf: worldOf("rapier", quadrupeds(1)),
      settle: 400,
      batch: 200,
      budget: 1.4,
      systems: [command],
      commandBare,
    },
    {
      name: "step/quadruped-100-commanded",
      sdf: worldOf("rapier", quadrupeds(100)),
      settle: 300,
      batch: 5,
      budget: 1.18,
      systems: [command],
      commandBare,
    },
    {
      name: "step/quadruped-100",
      sdf: worldOf("rapier", quadrupeds(100)),
      settle: 300,
      batch: 5,
      budget: 1.18,
      systems: [stand],
    },
  ];
  for (const { sdf, settle, systems = [], commandBare: steer, ...figure } of scenes) {
    using twin = await Twin.load(sdf, { settle, systems, steer });
    twin.check();
    const compared = {
      ours: () => twin.sim.run({ steps: 1 }),
      reference: () => twin.stepBare(),
      setup: () => twin.rewind(),
      // After a rewind, memory is cold and masses are shared out again.
      lead: 2,
    };
    await bench.compare({ ...figure, ...compared });
  }
  await sleeping(bench, stress);
}

async function sleeping(bench: Bench, sdf: string): Promise<void> {
  // Longer steps bring it to rest sooner.
  using sim = await TestSim.load(sdf.replaceAll(/<max_step_size>[^<]*</g, "<max_step_size>0.002<"));
  const poses = sim.runner.world.store(Pose);
  let written = -1;
  let steps = 0;
  for (; written !== poses.lastWrite && steps < 20_000; steps += 10) {
    sim.run({ steps: 10 });
    written = poses.lastWrite;
    sim.run({ steps: 1 });
  }
  if (written !== poses.lastWrite) throw new Error("the stress world does not come to rest");
  const samples = Array.from({ length: 21 }, () => {
    const before = threadCpu();
    sim.run({ steps: 1000 });
    return (threadCpu() - before) / 1000;
  });
  bench.figure({ name: "step/asleep-3000", ours: quartiles(samples).median, budget: 20, unit: "µs" });
}
