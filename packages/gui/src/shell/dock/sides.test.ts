import { expect, test } from "vitest";
import { firstSizes, sideOf } from "./sides.ts";

const MIDDLE = { left: 200, right: 1000, top: 36, bottom: 600 };

test("[FO1] panels are at the side of the middle on which they stand", () => {
  expect(sideOf({ left: 0, right: 199, top: 36, bottom: 300 }, MIDDLE)).toBe("left");
  expect(sideOf({ left: 1001, right: 1280, top: 36, bottom: 600 }, MIDDLE)).toBe("right");
  expect(sideOf({ left: 0, right: 1280, top: 601, bottom: 720 }, MIDDLE)).toBe("bottom");
  expect(sideOf({ left: 200, right: 1000, top: 0, bottom: 36 }, MIDDLE)).toBeUndefined();
});

test("[FO1] the first sizes leave the middle 60 % of a window of 1280 × 720", () => {
  const { left, right } = firstSizes(1280) as Record<string, { width: number }>;
  const bars = 36 + 28;
  expect(((1280 - left!.width - right!.width) * (720 - bars)) / (1280 * 720)).toBeGreaterThan(0.6);
});
