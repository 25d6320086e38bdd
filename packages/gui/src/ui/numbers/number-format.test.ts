import { expect, test } from "vitest";
import { counted, exactNumber, formatNumber, formatVector } from "./number-format.ts";

test.each([
  [0, "0"],
  [1, "1"],
  [-2.5, "-2.5"],
  [0.0625, "0.0625"],
  [1 / 3, "0.3333"],
  [-12.345678, "-12.3457"],
  // As many digits as before, so that the text keeps its width while the value changes.
  [0.50001, "0.5000"],
  [1234.56789, "1234.568"],
  [12345.6789, "12345.68"],
  [65535, "65535"],
  [123456789, "1.2346e+8"],
  [0.000123456, "1.235e-4"],
  [0.001, "0.001"],
  [1e-6, "1e-6"],
  [1e-17, "0.0000"],
  [NaN, "NaN"],
  [Infinity, "∞"],
  [-Infinity, "-∞"],
])("[IN3] %d is shown as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([1 / 3, -0, 5e-324, 123456789.123, NaN, -Infinity])("[IN3] %d is copied to the bit", (value) => {
  expect(Object.is(Number(exactNumber(value)), value)).toBe(true);
});

test("[IN3] counts have separators and the right word", () => {
  expect([counted(1, "link"), counted(1200, "link"), counted(0, "entity", "entities")]).toEqual([
    "1 link",
    "1,200 links",
    "0 entities",
  ]);
});

test.each([
  [[2, -1.5, 0.4], "m", ["2.0", "-1.5", "0.4"]],
  [[2, -1.5, 0.400003], "m", ["2.0000", "-1.5000", "0.4000"]],
  [[1, 2, 0], "m", ["1", "2", "0"]],
  [[-12.345678, 1.5, 0], "m", ["-12.346", "1.500", "0.000"]],
  [[-123.4567891, 0.1, 0], "m", ["-123.46", "0.10", "0.00"]],
  [[12.3456, 0, 0], "m", ["12.3456", "0.0000", "0.0000"]],
  [[4, 0.4, -2.217e-6], "m", ["4.0000", "0.4000", "0.0000"]],
  [[1, -2.0001e-4, 0], "", ["1.0000", "-0.0002", "0.0000"]],
  [[5.5645e-6, 0, -4.2391e-5], "T", ["5.564e-6", "0", "-4.239e-5"]],
  [[4.6301e-6, 0, 1e-5], "deg", ["0.0000", "0.0000", "1e-5"]],
  [[NaN, 1.2345e-5, 1], "m/s", ["NaN", "0.0000", "1.0000"]],
])("[IN3] the vector %j in %s is shown as %j", (values, unit, texts) => {
  expect(formatVector(values, unit)).toEqual(texts);
});
