import type { TestSim } from "./test-sim.ts";

/**
 * Returns the world's hash after an uninterrupted run, after one that was saved and continued elsewhere, and after one
 * that went back in time.
 */
export async function hashesOfInterruptedRuns(
  load: () => Promise<TestSim>,
  before: (sim: TestSim) => void | Promise<void>,
  after: (sim: TestSim) => void,
): Promise<{ readonly whole: string; readonly elsewhere: string; readonly takenBack: string }> {
  using sim = await load();
  await before(sim);
  const saved = sim.runner.save();
  after(sim);
  const whole = sim.runner.hash();
  await sim.runner.load(saved);
  after(sim);
  using other = await load();
  await other.runner.load(saved);
  after(other);
  return { whole, elsewhere: other.runner.hash(), takenBack: sim.runner.hash() };
}
