import { readFileSync } from "node:fs";
import { SECOND } from "@orrery/sim";
import { Recorder } from "@orrery/sim/logs";
import { MemoryLog, playback, TestSim } from "@orrery/sim/testing";
import { zstd } from "../tests/zstd.ts";
import { GazeboLog } from "./log/gazebo-log.ts";
import { quartiles, type Bench, type Pair } from "./harness.ts";
import { quadrupeds } from "./scenes/quadruped.ts";
import { heap, worldOf } from "./scenes/world.ts";

export const name = "log";

/** Measures the size of a log on disk, the time to go to a moment in it, and the cost for the recorded world. */
export async function run(bench: Bench): Promise<void> {
  await measureBytes(bench, "shapes", readFileSync(new URL("../worlds/shapes.sdf", import.meta.url), "utf8"), 5000);
  await measureBytes(bench, "quadruped", worldOf("mujoco", quadrupeds(1)), 5000);
  await measureBytes(bench, "arm", readFileSync(new URL("../worlds/arm.sdf", import.meta.url), "utf8"), 5000);
  const big = await measureBytes(bench, "heap-300", worldOf("rapier", heap(300)), 3000);
  await measureSeek(bench, "heap-300", big, 3);
  const huge = await measureBytes(bench, "heap-3000", worldOf("rapier", heap(3000)), 2000);
  await measureSeek(bench, "heap-3000", huge, 2);
  await measureCost(bench);
}

async function measureBytes(bench: Bench, world: string, sdf: string, steps: number): Promise<Uint8Array> {
  using sim = await TestSim.load(sdf);
  const log = new MemoryLog(sim.runner, zstd);
  const gazebo = new GazeboLog(sim.runner.world);
  for (let step = 0; step < steps; step++) {
    sim.run({ steps: 1 });
    gazebo.stepped(sim.runner.now().timeNs);
  }
  const bytes = await log.bytes();
  bench.figure({
    name: `log/bytes a second, ${world} ÷ Gazebo`,
    ours: bytes.length / (steps / 1000) / 1000,
    reference: gazebo.bytes / (steps / 1000) / 1000,
    budget: 1 / 20,
    unit: "kB",
  });
  return bytes;
}

async function measureSeek(bench: Bench, world: string, log: Uint8Array, seconds: number): Promise<void> {
  using runner = await playback(log, zstd);
  const samples: number[] = [];
  for (let i = 0; i < 60; i++) {
    // All over the log, in both directions.
    const timeNs = Math.floor(((i * 0.381966) % 1) * seconds * SECOND);
    const before = performance.now();
    runner.past.goTo({ id: "", timeNs }, { author: "", authorName: "" });
    samples.push(performance.now() - before);
  }
  const spread = quartiles(samples);
  bench.figure({ name: `log/seek, ${world}, the longest`, ours: Math.max(...samples), budget: 100, unit: "ms" });
  bench.figure({ name: `log/seek, ${world}`, ours: spread.median, unit: "ms" });
}

async function measureCost(bench: Bench): Promise<void> {
  using sim = await TestSim.load(worldOf("rapier", heap(3000)));
  sim.run({ steps: 300 });
  let recorder: Recorder | undefined;
  const sink = { write: () => undefined, isBehind: false };
  const samples: Pair[] = [];
  const sample = (isOn: boolean): number => {
    recorder = isOn ? new Recorder(sim.runner, sink) : undefined;
    const before = process.threadCpuUsage();
    sim.run({ steps: 50 });
    const { user, system } = process.threadCpuUsage(before);
    recorder?.[Symbol.dispose]();
    return (user + system) / 50;
  };
  for (let pair = 0; pair < 21; pair++) {
    const first = sample(pair % 2 === 0);
    const second = sample(pair % 2 !== 0);
    samples.push(pair % 2 === 0 ? { ours: first, reference: second } : { ours: second, reference: first });
  }
  bench.pairs("log/CPU a step, recorded ÷ not, heap-3000", samples, 1.05);
}
