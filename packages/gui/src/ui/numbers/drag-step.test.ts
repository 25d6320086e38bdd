import { expect, test } from "vitest";
import { dragStep, keyStep } from "./drag-step.ts";

const plain = { shiftKey: false, ctrlKey: false };

test.each([
  [0, 10, plain, "", 0.1],
  [1, -25, plain, "", 0.75],
  [250, 3, plain, "", 253],
  [0.5, 10, { ...plain, shiftKey: true }, "", 0.51],
  [0.5, 10, { ...plain, ctrlKey: true }, "", 1.5],
  [-0.125, 1, plain, "", -0.115],
  // Small values change in small steps.
  [0.002, 10, plain, "", 0.0021],
  [5e-7, 100, plain, "", 6e-7],
  [0, 10, plain, "deg", 10],
  [45, -1, plain, "deg", 44],
  [0.24671238412, 110, plain, "m", 1.35],
  [Infinity, -10, plain, "m", Infinity],
])("[IN8] %d dragged by %d px with %j in %j is %d", (from, pixels, keys, unit, to) => {
  expect(dragStep(from, pixels, keys, unit)).toBe(to);
});

test("[IN39] arrow keys step by a tenth of a number's size, finer with Shift, coarser with Ctrl", () => {
  expect(keyStep(2, 1, plain)).toBe(2.1);
  expect(keyStep(2, -1, { ...plain, shiftKey: true })).toBe(1.99);
  expect(keyStep(2, 1, { ...plain, ctrlKey: true })).toBe(3);
  expect(keyStep(0, 1, plain, "deg")).toBe(10);
});
