import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit.ts";

test("[TR2] a limit of 60 Hz lets 60 of 1000 messages a second pass", () => {
  const limit = new RateLimit(60);
  let passed = 0;
  for (let ms = 0; ms < 10_000; ms++) if (limit.accept(ms, false)) passed++;
  expect(passed).toBe(600);
});

test("[TR2] a rate at the limit passes whole, though the journey shakes it", () => {
  const limit = new RateLimit(100);
  let passed = 0;
  const lateMs = [3, 0, 1.5];
  for (let count = 0; count < 1000; count++) if (limit.accept(count * 10 + lateMs[count % 3]!, true)) passed++;
  expect(passed).toBe(1000);
});

test("[TR2] a limit forgets a future that time has jumped back from", () => {
  const limit = new RateLimit(1);
  expect(limit.accept(60_000, false)).toBe(true);
  expect(limit.accept(10, false)).toBe(true);
  expect(limit.accept(20, false)).toBe(false);
});
