import { expect, test } from "vitest";
import { ReplayerDuty, restAfter } from "./replayer-duty.ts";

test("[RP12] a replayer rests for longer than it works while the world has no time left, and not otherwise", async () => {
  expect(restAfter(30, true)).toBe(45);
  expect(restAfter(30, false)).toBe(0);
  // It waited for the world's answer.
  expect(restAfter(5000, true)).toBe(90);

  let isBehind = true;
  const duty = new ReplayerDuty(() => isBehind);
  const work = (): void => {
    const untilMs = performance.now() + 10;
    while (performance.now() < untilMs);
  };
  await duty.breathe({ isUrgent: false });
  work();
  const startMs = performance.now();
  await duty.breathe({ isUrgent: false });
  expect(performance.now() - startMs).toBeGreaterThan(13);
  isBehind = false;
  for (let i = 0; i < 3; i++) {
    work();
    await duty.breathe({ isUrgent: false });
  }
});
