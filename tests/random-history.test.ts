import { test } from "vitest";
import { randomSequence, tightSequence } from "./random-history/random-sequence.ts";
import { soak } from "./soak.ts";

const engines = ["rapier", "mujoco"] as const;
const TIMEOUT = { timeout: 300_000 };
// The first five are quick, and one of them begins with fifty bodies.
const FIRST_SEED = 28;
const FIRST_TIGHT_SEED = 15;

for (let seed = FIRST_SEED; seed < FIRST_SEED + soak(50); seed++) {
  const engine = engines[seed % 2]!;
  test(
    `[HI20][LG13] with ${engine}, 200 random commands, undos and jumps lead to what was there, and again from their log (seed ${seed})`,
    TIMEOUT,
    () => randomSequence(seed, engine),
  );
}

for (let seed = FIRST_TIGHT_SEED; seed < FIRST_TIGHT_SEED + soak(20); seed++) {
  const engine = engines[seed % 2]!;
  test(`[HI24] with ${engine} and little memory, likewise, but for what was told (seed ${seed})`, TIMEOUT, () =>
    tightSequence(seed, engine),
  );
}
