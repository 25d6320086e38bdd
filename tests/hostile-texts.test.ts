import { expect, test } from "vitest";
import { HostileRun } from "./hostile-texts/hostile-run.ts";
import { soak } from "./soak.ts";

test("[CD25] texts made to make readers go back and forth, in every place for a text, are all answered", async () => {
  const unanswered: string[] = [];
  const all = soak(100_000);
  // A new world now and then, because some of the texts create models.
  for (let from = 0; from < all; from += 5000) {
    using run = await HostileRun.open({ length: 500 });
    // Every field of every service, and everything in SDF and URDF that is parsed further than as a text.
    expect(run.slots.length).toBeGreaterThan(500);
    for (let i = from; i < Math.min(all, from + 5000); i++) {
      const { slot, text, answered } = await run.ask(i);
      if (!answered) unanswered.push(`${slot}, text ${text}`);
    }
    run.sim.runner.state.run();
    const { count } = run.sim.runner.now();
    run.sim.run({ steps: 10 });
    expect(run.sim.runner.now().count).toBe(count + 10);
  }
  expect(unanswered).toEqual([]);
}, 600_000);
