import type { Bench } from "./harness.ts";
import { Twin } from "./scenes/twin.ts";
import { boxes, worldOf } from "./scenes/world.ts";

export const name = "growth";

/** Measures how the overhead of a step grows from 1,000 boxes to 10,000; ratios leave out the engine's own growth. */
export async function run(bench: Bench): Promise<void> {
  const few = await overhead(bench, 1000, 10);
  const many = await overhead(bench, 10_000, 1);
  bench.figure({
    name: "growth/10,000 ÷ 1,000 boxes, ours ÷ bare",
    ours: many,
    reference: few,
    budget: 1.05,
    unit: "",
  });
}

/** Returns the time of a step of the whole simulator ÷ that of the bare engine. */
async function overhead(bench: Bench, count: number, batch: number): Promise<number> {
  using twin = await Twin.load(worldOf("rapier", boxes(count)), { settle: 250, systems: [], steer: undefined });
  twin.check();
  const { ratio } = await bench.compare({
    name: `growth/boxes-${count}`,
    batch,
    ours: () => twin.sim.run({ steps: 1 }),
    reference: () => twin.stepBare(),
    setup: () => twin.rewind(),
  });
  return ratio!;
}
