import { expect, test } from "vitest";
import { Paced } from "./paced.ts";

test("[PN9] what is told often is told at most five times a second, and the last is never lost", () => {
  let nowMs = 0;
  let waiting: { atMs: number; act: () => void } | undefined;
  const clock = {
    nowMs: () => nowMs,
    after: (ms: number, act: () => void) => {
      waiting = { atMs: nowMs + ms, act };
      return () => (waiting = undefined);
    },
  };
  const told: number[] = [];
  const paced = new Paced(() => told.push(nowMs), 200, clock);
  for (nowMs = 0; nowMs <= 1000; nowMs += 10) {
    if (waiting !== undefined && waiting.atMs <= nowMs) {
      const { act } = waiting;
      waiting = undefined;
      act();
    }
    if (nowMs < 500) paced.ask();
  }
  expect(told).toEqual([0, 200, 400, 600]);
  nowMs = 2000;
  paced.ask();
  paced.ask();
  paced[Symbol.dispose]();
  expect(told).toEqual([0, 200, 400, 600, 2000]);
  expect(waiting).toBeUndefined();
});
