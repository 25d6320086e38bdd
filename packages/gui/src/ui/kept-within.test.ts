import { expect, test } from "vitest";
import { shiftWithin } from "./kept-within.ts";

const panel = { left: 100, right: 400 };

test.each([
  ["within, it stays", { left: 150, right: 350 }, 0],
  ["over the left edge, it goes right", { left: 80, right: 320 }, 20],
  ["over the right edge, it goes left", { left: 250, right: 430 }, -30],
  ["too wide, it begins where the panel does", { left: 150, right: 500 }, -50],
])("[IN33] what is wrong with a value can be read as a whole: %s", (_, bubble, shift) => {
  expect(shiftWithin(bubble, panel)).toBe(shift);
});
