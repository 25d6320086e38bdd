import { expect, test } from "vitest";
import { defineSystem } from "../runner/systems/system.ts";
import { TestSim } from "../testing/test-sim.ts";

test("[HI30] while a world does next to nothing hardly a keyframe is taken; while it is busy, for at most 1 % of the time", async () => {
  let nowMs = 0;
  let stepMs = 0.001;
  const worker = defineSystem({
    name: "worker",
    create: () => ({
      update: () => void (nowMs += stepMs),
      save: () => {
        nowMs += 50;
        return new Uint8Array(8);
      },
    }),
  });
  using sim = await TestSim.load("", {
    systems: [worker],
    defaultSystems: ["worker"],
    history: { enabled: true },
    nowMs: () => nowMs,
  });
  const keyframesIn = (passes: number): number => {
    const count = (): number => sim.runner.timeline.stretches().flatMap(({ keyframes }) => keyframes).length;
    const before = count();
    for (let pass = 0; pass < passes; pass++) {
      nowMs += 100;
      sim.run({ steps: 1 });
    }
    return count() - before;
  };
  // The first keyframe is taken only to measure its cost.
  expect(keyframesIn(2000)).toBe(1);
  stepMs = 20;
  keyframesIn(1000);
  // 50 ms out of 5,000; each pass takes 120 ms.
  const expected = (1000 * 120) / 5000;
  expect(keyframesIn(1000)).toBeGreaterThan(expected * 0.9);
  expect(keyframesIn(1000)).toBeLessThan(expected * 1.1);
});
