import { TestSim } from "@orrery/sim/testing";
import { ZstdPacker } from "../../packages/server/src/logs/zstd-packer.ts";
import { threadCpu, type Bench, type Pair } from "../harness.ts";
import { heap, worldOf } from "../scenes/world.ts";

const PAIRS = Number(process.env["PAIRS"] ?? 41);
/** Until the shapes form a heap, in which they keep moving. */
const SETTLE_STEPS = 800;
/** Interval at which the thread's other events run, as in a server; packed keyframes are returned then. */
const BREATHE_MS = 10;

/**
 * Measures the cost of keeping a history in a world in which nobody does anything: the same steps, from the same state,
 * with and without a history.
 */
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
  const toNextKeyframe = async (): Promise<number> => {
    let steps = 0;
    for (const before = taken(); taken() === before; steps++) await step();
    return steps;
  };
  /** Measures CPU time per step between two keyframes: short windows, alternately, resolve 2 % on a shared machine. */
  const withHistory = async (): Promise<Window & { readonly micros: number }> => {
    begin(true);
    const lead = await toNextKeyframe();
    const from = threadCpu();
    const steps = await toNextKeyframe();
    return { micros: (threadCpu() - from) / steps, lead, steps };
  };
  /**
   * Measures the very same steps without history: the first hundred of this heap cost 13 % less than those after them.
   */
  const without = async ({ lead, steps }: Window): Promise<number> => {
    begin(false);
    for (let made = 0; made < lead; made++) await step();
    const from = threadCpu();
    for (let made = 0; made < steps; made++) await step();
    return (threadCpu() - from) / steps;
  };

  let window: Window = await withHistory();
  const rss = process.memoryUsage.rss();
  const samples: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    let off = pair % 2 === 0 ? await without(window) : 0;
    const on = await withHistory();
    window = on;
    if (off === 0) off = await without(window);
    samples.push({ ours: on.micros, reference: off });
  }
  bench.pairs("undo/CPU a step, history on ÷ off", samples, 1.02);
  bench.note(
    `  a keyframe every ${window.steps} steps; the process grew by ${megabytes(process.memoryUsage.rss() - rss)}`,
  );
}

/** The measured part of a run: `steps` steps, after `lead` unmeasured ones. */
interface Window {
  readonly lead: number;
  readonly steps: number;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
