import { test } from "vitest";
import { randomSequence } from "./random-history/random-sequence.ts";
import { soak } from "./soak.ts";

const engines = ["rapier", "mujoco"] as const;

for (let seed = 1; seed <= soak(50); seed++) {
  const engine = engines[seed % 2]!;
  test(`[HI20] with ${engine}, undo, redo and jumps among random commands lead to what was there (seed ${seed})`, () =>
    randomSequence(seed, engine));
}
