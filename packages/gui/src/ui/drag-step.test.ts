import { expect, test } from "vitest";
import { dragStep } from "./drag-step.ts";

const plain = { shiftKey: false, ctrlKey: false };

test.each([
  [0, 10, plain, 0.1],
  [1, -25, plain, 0.75],
  [250, 3, plain, 253],
  [0.5, 10, { ...plain, shiftKey: true }, 0.51],
  [0.5, 10, { ...plain, ctrlKey: true }, 1.5],
  [-0.125, 1, plain, -0.115],
])("[IN8] %d dragged by %d px with %j is %d", (from, pixels, keys, to) => {
  expect(dragStep(from, pixels, keys)).toBe(to);
});
