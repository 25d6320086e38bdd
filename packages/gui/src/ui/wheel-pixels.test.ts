import { expect, test } from "vitest";
import { wheelPixels } from "./wheel-pixels.ts";

test("[VP4] a notch of the wheel is about as many pixels, whatever unit the browser reports", () => {
  expect(wheelPixels({ deltaX: 0, deltaY: 100, deltaMode: 0 })).toEqual({ x: 0, y: 100 });
  expect(wheelPixels({ deltaX: 1, deltaY: -3, deltaMode: 1 })).toEqual({ x: 30, y: -90 });
  expect(wheelPixels({ deltaX: 0, deltaY: 1, deltaMode: 2 })).toEqual({ x: 0, y: 300 });
});
