import { expect, test } from "vitest";
import { bytesText, microsText, rateText } from "./figures.ts";

test("[PN1] figures have three digits and a unit that fits", () => {
  expect([0, 4.567, 45.67, 456.7, 4567, 4567000].map(microsText)).toEqual([
    "0 µs",
    "4.57 µs",
    "45.7 µs",
    "457 µs",
    "4.57 ms",
    "4.57 s",
  ]);
  expect([0, 999, 1200, 3400000].map(bytesText)).toEqual(["0 B", "999 B", "1.20 kB", "3.40 MB"]);
  expect([0, 0.5, 59.94].map(rateText)).toEqual(["–", "0.50 Hz", "59.9 Hz"]);
});
