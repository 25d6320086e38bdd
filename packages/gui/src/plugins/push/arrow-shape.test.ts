import { expect, test } from "vitest";
import { arrowShape } from "./arrow-shape.ts";

const PIXEL = 0.01;

test("[IS9] an arrow is as long as the push is strong, with a shaft that is longer than its head", () => {
  const { length, head } = arrowShape(2, PIXEL);
  expect(length).toBe(2);
  expect(head).toBeLessThan(length / 2);
});

test("[IS9] the arrow of a weak push still shows which way it goes", () => {
  const { length, head, thickness } = arrowShape(0.001, PIXEL);
  expect(length).toBeCloseTo(44 * PIXEL, 12);
  expect(head).toBeLessThan(length / 2);
  expect(thickness).toBeLessThan(length / 10);
});

test("[IS9] an arrow that ends at the pointer is short there, and thin", () => {
  const { length, head, thickness } = arrowShape(0.1, PIXEL, { isExact: true });
  expect(length).toBe(0.1);
  expect(head).toBeLessThan(length / 2);
  expect(thickness).toBeLessThan(length / 10);
});
