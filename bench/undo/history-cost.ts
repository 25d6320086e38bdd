import { TestSim } from "@orrery/sim/testing";
import { ZstdPacker } from "../../packages/server/src/zstd-packer.ts";
import { threadCpu, type Bench, type Pair } from "../harness.ts";
import { heap, worldOf } from "../scenes/world.ts";

const PAIRS = Number(process.env["PAIRS"] ?? 21);
/** Of a window with the history on: it begins right after one, and ends right after the last. */
const KEYFRAMES = 3;
/** Until the shapes lie in a heap, where they go on moving. */
const SETTLE_STEPS = 800;
/** The thread's other events get their turn so often, as in a server: packed keyframes come back then. */
const BREATHE_MS = 10;

/** What remembering costs a world in which nobody does anything: the same steps, from the same state, with it and without. */
export async function measureHistoryCost(bench: Bench): Promise<void> {
  using sim = await TestSim.load(worldOf("rapier", heap(3000)), {
    nowMs: () => performance.now(),
    packer: new ZstdPacker(),
  });
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: SETTLE_STEPS });
  const start = runner.keyframe();
  let breathedMs = 0;

  const step = async (): Promise<void> => {
    runner.pass();
    if (performance.now() - breathedMs < BREATHE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    breathedMs = performance.now();
  };
  const begin = (enabled: boolean): void => {
    timeline.configure({ ...timeline.limits, enabled });
    runner.restore(start);
  };
  const taken = (): number => timeline.stretches().reduce((count, { keyframes }) => count + keyframes.length, 0);
  /** CPU a step, over as many steps as there are between some keyframes. */
  const withHistory = async (): Promise<{ micros: number; steps: number }> => {
    begin(true);
    for (const before = taken(); taken() === before;) await step();
    const goal = taken() + KEYFRAMES;
    const from = threadCpu();
    let steps = 0;
    for (; taken() < goal; steps++) await step();
    return { micros: (threadCpu() - from) / steps, steps };
  };
  const without = async (steps: number): Promise<number> => {
    begin(false);
    await step();
    const from = threadCpu();
    for (let made = 0; made < steps; made++) await step();
    return (threadCpu() - from) / steps;
  };

  let { steps } = await withHistory();
  const rss = process.memoryUsage.rss();
  const samples: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    let off = pair % 2 === 0 ? await without(steps) : 0;
    const on = await withHistory();
    ({ steps } = on);
    if (off === 0) off = await without(steps);
    samples.push({ ours: on.micros, reference: off });
  }
  bench.pairs("undo/CPU a step, history on ÷ off", samples, 1.02);
  bench.note(
    `  ${KEYFRAMES} keyframes in ${steps} steps; the process grew by ${megabytes(process.memoryUsage.rss() - rss)}`,
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
