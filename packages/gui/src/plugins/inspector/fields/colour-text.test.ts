import { expect, test } from "vitest";
import { colourToHex, colourToPicker, readColour } from "./colour-text.ts";

test("[IN30] colours are written as people write them, the nearest there is", () => {
  expect(colourToHex([1, 0.5, 0, 1])).toBe("#ff8000");
  expect(colourToHex([1, 0.5, 0, 0.2])).toBe("#ff800033");
  expect(colourToHex([2, -1, 0, 1])).toBe("#ff0000");
  expect(colourToPicker([0, 0, 1, 0.5])).toBe("#0000ff");
});

test.each([
  ["#ff8000", { r: 1, g: 128 / 255, b: 0 }],
  ["f80", { r: 1, g: 136 / 255, b: 0 }],
  ["#ff800033", { r: 1, g: 128 / 255, b: 0, a: 0.2 }],
  ["1 0.5 0", { r: 1, g: 0.5, b: 0 }],
  ["1, 0.5, 0, 0.25", { r: 1, g: 0.5, b: 0, a: 0.25 }],
])("[IN30] %s is read; without opacity, that stays", (text, value) => {
  expect(readColour(text)).toEqual({ ok: true, value });
});

test.each(["", "red", "1 2", "1 0.5 0 1 1", "#12345"])("[IN33] %j is no colour, and that is said", (text) => {
  expect(readColour(text)).toEqual({ ok: false, reason: "A colour is #rrggbb, or red, green and blue from 0 to 1" });
});

test("[IN33] channels beyond 1 are refused", () => {
  expect(readColour("1 0 2")).toEqual({ ok: false, reason: "Red, green, blue and opacity are from 0 to 1" });
});
