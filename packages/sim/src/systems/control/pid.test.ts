import { expect, test } from "vitest";
import { stepPid, type PidGains } from "./pid.ts";

const none = { lastError: 0, integral: 0 };
const gains: PidGains = { p: 2, i: 10, d: 0.5, iMin: -1, iMax: 1, cmdMin: -100, cmdMax: 100, cmdOffset: 3 };

test("[JP1] the output is the offset less the proportional, integral and derivative terms", () => {
  // 3 − 2·0.5 − 10·0.01·0.5 − 0.5·0.5/0.01
  expect(stepPid(gains, none, 0.5, 0.01)).toEqual({ output: 3 - 1 - 0.05 - 25, lastError: 0.5, integral: 0.05 });
  // The error has grown by 0.1 since the last step.
  const { output, integral } = stepPid(gains, { lastError: 0.5, integral: 0.05 }, 0.6, 0.01);
  expect(output).toBeCloseTo(3 - 1.2 - 0.11 - 5, 12);
  expect(integral).toBeCloseTo(0.11, 12);
});

test("[JP1] the integral term and the output stay within their limits", () => {
  expect(stepPid({ ...gains, d: 0 }, { lastError: 0, integral: 0.99 }, 5, 0.01)).toMatchObject({
    integral: 1,
    output: 3 - 10 - 1,
  });
  expect(stepPid(gains, none, 50, 0.01).output).toBe(-100);
  expect(stepPid(gains, none, -50, 0.01).output).toBe(100);
});

test("[JP1] an upper limit below the lower one is no limit", () => {
  const free = { ...gains, d: 0, iMin: 0, iMax: -1, cmdMin: 0, cmdMax: -1 };
  // 3 − 2·1000 − (0.5 + 10·0.01·1000)
  const { output, integral } = stepPid(free, { lastError: 0, integral: 0.5 }, 1000, 0.01);
  expect([output, integral]).toEqual([3 - 2000 - 100.5, 100.5]);
});

test("[JP1] an error that is not a number, and no time gone by, give nothing and change nothing", () => {
  const memory = { lastError: 0.2, integral: 0.3 };
  expect(stepPid(gains, memory, NaN, 0.01)).toEqual({ output: 0, ...memory });
  expect(stepPid(gains, memory, Infinity, 0.01)).toEqual({ output: 0, ...memory });
  expect(stepPid(gains, memory, 1, 0)).toEqual({ output: 0, ...memory });
});

test("[JP1] an error so large that the output is none gives none, and leaves the memory sound", () => {
  const memory = { lastError: 0.5, integral: 0.05 };
  const unlimited = { ...gains, iMin: 0, iMax: -1, cmdMin: 0, cmdMax: -1 };
  expect(stepPid(unlimited, memory, 1e308, 0.01)).toEqual({ output: 0, ...memory });
});
