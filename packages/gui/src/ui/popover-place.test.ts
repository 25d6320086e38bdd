import { expect, test } from "vitest";
import { popoverPlace } from "./popover-place.ts";

const page = { width: 1000, height: 600 };
const size = { width: 300, height: 200 };

test("[HU15] a popover is below what it hangs on, or above where there is no room", () => {
  expect(popoverPlace({ left: 50, top: 20, bottom: 40 }, size, page)).toEqual({ left: 50, top: 40 });
  expect(popoverPlace({ left: 50, top: 500, bottom: 590 }, size, page)).toEqual({ left: 50, top: 300 });
  expect(popoverPlace({ left: 50, top: 500, bottom: 590 }, size, page, 8)).toEqual({ left: 50, top: 292 });
});

test("[HU15] it stays 8 px off the window's edges", () => {
  expect(popoverPlace({ left: 0, top: 500, bottom: 600 }, size, page).left).toBe(8);
  expect(popoverPlace({ left: 990, top: 20, bottom: 40 }, size, page).left).toBe(1000 - 8 - 300);
  // With its top at 395 it would end less than 8 px from the lower edge.
  expect(popoverPlace({ left: 50, top: 300, bottom: 395 }, size, page).top).toBe(100);
});

test("[HU15] where there is room neither above nor below, it covers what it hangs on and stays in the window", () => {
  expect(popoverPlace({ left: 50, top: 100, bottom: 500 }, size, page).top).toBe(600 - 8 - 200);
  expect(popoverPlace({ left: 50, top: 100, bottom: 500 }, { width: 300, height: 700 }, page).top).toBe(8);
});
