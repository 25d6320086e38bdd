import { test } from "vitest";
import { loadedRun, pausedRun, plainRun, restoredRun } from "./random-edits/variations.ts";
import { soak } from "./soak.ts";

for (let seed = 1; seed <= soak(100); seed++) {
  test(`[RU31] under random edits, neither restores nor loads nor pauses make a difference (seed ${seed})`, async () => {
    const expected = await plainRun(seed);
    await restoredRun(seed, expected);
    await loadedRun(seed, expected);
    await pausedRun(seed, expected);
  });
}
