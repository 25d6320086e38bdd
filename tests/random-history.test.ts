import { test } from "vitest";
import { randomSequence, tightSequence } from "./random-history/random-sequence.ts";
import { soak } from "./soak.ts";

const engines = ["rapier", "mujoco"] as const;
const TIMEOUT = { timeout: 300_000 };

for (let seed = 1; seed <= soak(50); seed++) {
  const engine = engines[seed % 2]!;
  test(
    `[HI20] with ${engine}, 200 random commands, undos and jumps lead to what was there (seed ${seed})`,
    TIMEOUT,
    () => randomSequence(seed, engine),
  );
}

for (let seed = 1; seed <= soak(20); seed++) {
  const engine = engines[seed % 2]!;
  test(`[HI24] with ${engine} and little memory, likewise, but for what was told (seed ${seed})`, TIMEOUT, () =>
    tightSequence(seed, engine),
  );
}
