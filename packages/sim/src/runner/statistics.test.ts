import { expect, test } from "vitest";
import { SECOND } from "../base/time.ts";
import { Statistics } from "./statistics.ts";

test("[RU14] the factor is that of the time simulated, whatever a jump does to the clock", () => {
  let ms = 0;
  const statistics = new Statistics(() => ms);
  const second = (): number => {
    ms += 1000;
    statistics.note({ dtNs: 2 * SECOND, paused: false });
    return statistics.realTimeFactor;
  };
  expect(second()).toBe(2);
  // The pass after an undo takes no time.
  statistics.note({ dtNs: 0, paused: false });
  expect([statistics.realTimeFactor, second()]).toEqual([2, 2]);
  statistics.note({ dtNs: 0, paused: true });
  expect(statistics.realTimeFactor).toBe(0);
});
