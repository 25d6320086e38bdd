import type { TestSim } from "./test-sim.ts";

/**
 * The hash at the end of a run, and at the end of one that was saved in its middle and went on in a runner of its own. `act` is
 * called before each step, with its number, for commands from outside.
 */
export async function straightAndResumed(
  load: () => Promise<TestSim>,
  { steps, act }: { readonly steps: number; readonly act: (sim: TestSim, step: number) => void },
): Promise<{ readonly straight: string; readonly resumed: string }> {
  using first = await load();
  using second = await load();
  const half = Math.floor(steps / 2);
  const run = (sim: TestSim, from: number, to: number): void => {
    for (let step = from; step < to; step++) {
      act(sim, step);
      sim.run({ steps: 1 });
    }
  };
  run(first, 0, half);
  await second.runner.load(first.runner.save());
  run(first, half, steps);
  run(second, half, steps);
  return { straight: first.runner.hash(), resumed: second.runner.hash() };
}
