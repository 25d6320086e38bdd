import { test } from "vitest";
import { randomReplay } from "./replays/random-replay.ts";
import { soak } from "./soak.ts";

const engines = ["rapier", "mujoco"] as const;
const TIMEOUT = { timeout: 300_000 };

for (let seed = 1; seed <= soak(50); seed++) {
  const engine = engines[seed % 2]!;
  test(
    `[RP1] with ${engine}, items asked for late have the values recorded live, on every line (seed ${seed})`,
    TIMEOUT,
    () => randomReplay(seed, engine),
  );
}
