import { expect, test } from "vitest";
import { Rate } from "./rate.ts";

test("[PN3] a rate is what was added between two looks, never less than nothing", () => {
  const rate = new Rate();
  expect(rate.look(100, 0)).toBe(0);
  expect(rate.look(130, 500)).toBe(60);
  expect(rate.look(130, 1500)).toBe(0);
  expect(rate.look(10, 2500)).toBe(0);
  expect(rate.look(15, 3500)).toBe(5);
});
