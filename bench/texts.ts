import { HostileRun, type Asked } from "../tests/hostile-texts/hostile-run.ts";
import type { Bench } from "./harness.ts";

export const name = "texts";

const TEXTS = 100_000;
/** Texts per world: some create models, and the world should stay small. */
const EACH = 5000;
/** The slowest ones are repeated, because one may have coincided with compilation or garbage collection. */
const AGAIN = 20;

/**
 * Measures the longest time that a text of 2,000 characters, in any place that a client can reach, keeps the simulation
 * thread busy.
 */
export async function run(bench: Bench): Promise<void> {
  const longest: { i: number; asked: Asked }[] = [];
  for (let from = 0; from < TEXTS; from += EACH) {
    using hostile = await HostileRun.open({ length: 2000 });
    for (let i = from; i < from + EACH; i++) {
      const asked = await hostile.ask(i);
      if (longest.length >= AGAIN && asked.ms <= longest.at(-1)!.asked.ms) continue;
      longest.push({ i, asked });
      longest.sort((a, b) => b.asked.ms - a.asked.ms).splice(AGAIN);
    }
  }
  using again = await HostileRun.open({ length: 2000 });
  let worst = 0;
  for (const { i, asked } of longest) {
    const times = [asked.ms, (await again.ask(i)).ms, (await again.ask(i)).ms];
    worst = Math.max(worst, Math.min(...times));
  }
  bench.figure({ name: "texts/slowest-of-100,000", ours: worst, budget: 50, unit: "ms" });
}
