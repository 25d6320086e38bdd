import { readFileSync } from "node:fs";
import { moveEdit } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import { TestSim } from "@orrery/sim/testing";
import { createRapierEngine } from "../../packages/sim/src/physics/rapier/load-rapier.ts";
import { quartiles, type Bench } from "../harness.ts";
import { heap, worldOf } from "../scenes/world.ts";
import { Client } from "./client.ts";
import { ServedWorld } from "./served-world.ts";

const CLIENTS = 5;
const JUMPS = Number(process.env["JUMPS"] ?? 22);
/** Time between two jumps, in which pages continue to show what happens. */
const RUN_MS = 300;
/** Allowed in addition to the engine's own time. */
const ALLOWED_MS = 50;

/** Measures the time from one client's request until all five show the destination. */
export async function measureJumps(bench: Bench): Promise<void> {
  const stress = readFileSync(new URL("../../worlds/stress-3000.sdf", import.meta.url), "utf8");
  await measure(bench, "heap-3000", worldOf("rapier", heap(3000)), 400);
  await measure(bench, "mixed-3000", stress, 400);
}

async function measure(bench: Bench, scene: string, sdf: string, settle: number): Promise<void> {
  const engine = await engineAlone(sdf, settle);
  await using served = await ServedWorld.start(sdf);
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => Client.connect(served)));
  const [first] = clients;
  await first!.until(() => first!.steps >= settle);
  const [model] = first!.models();
  const pose = first!.mirror.world.get(model!, Pose)!;
  await first!.command({ id: "bench:1", edits: [moveEdit(model!, { ...pose, z: pose.z + 2 })] });
  const times: number[] = [];
  for (let jump = 0; jump < JUMPS; jump++) {
    await first!.pause(false);
    await wait(RUN_MS);
    // A running world refuses jumps that take too much of its time.
    await first!.pause(true);
    const { timeline } = first!.mirror;
    const before = performance.now();
    const asked = jump % 2 === 0 ? first!.undo("bench:1") : first!.redo("bench:1");
    await Promise.all(clients.map((client) => client.until(() => client.mirror.timeline > timeline)));
    times.push(performance.now() - before);
    await asked;
  }
  for (const client of clients) client[Symbol.dispose]();
  const spread = quartiles(times);
  bench.figure({
    name: `undo/request → ${CLIENTS} clients/${scene}`,
    ours: spread.median,
    reference: engine.saveMs + engine.restoreMs,
    budget: 1 + ALLOWED_MS / (engine.saveMs + engine.restoreMs),
    unit: "ms",
  });
  bench.note(
    `  ${spread.lower.toFixed(0)}–${spread.upper.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms; ` +
      `the engine saves in ${engine.saveMs.toFixed(1)} ms, restores in ${engine.restoreMs.toFixed(1)} ms`,
  );
}

/** Measures the engine's own save and restore in the same scene, by the wall clock like everything here. */
async function engineAlone(sdf: string, settle: number): Promise<{ saveMs: number; restoreMs: number }> {
  using sim = await TestSim.load(sdf);
  using engine = await createRapierEngine({ gravity: { x: 0, y: 0, z: -9.8 } });
  sim.run({ steps: settle });
  const saves: number[] = [];
  const restores: number[] = [];
  for (let i = 0; i < 15; i++) {
    sim.run({ steps: 2 });
    let state: Uint8Array | undefined;
    saves.push(timeOf(() => ([state] = sim.runner.systems.save().values())));
    restores.push(timeOf(() => engine.restore(state!)));
  }
  return { saveMs: quartiles(saves.slice(4)).median, restoreMs: quartiles(restores.slice(4)).median };
}

function timeOf(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
