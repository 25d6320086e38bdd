import { test } from "vitest";
import { randomSession } from "./random-client/session.ts";
import { soak } from "./soak.ts";

const engines = ["rapier", "mujoco"] as const;

for (let seed = 1; seed <= soak(40); seed++) {
  const engine = engines[seed % 2]!;
  test(
    `[HI40][LG13] with ${engine}, a random client comes to nothing but what it saw there before (seed ${seed})`,
    {
      timeout: 300_000,
    },
    async () => {
      await randomSession({ seed, engine, isRecorded: seed % 8 < 2 && seed % 5 !== 0, isTight: seed % 5 === 0 });
    },
  );
}
