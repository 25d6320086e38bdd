import { expect, test } from "vitest";
import { formatReading } from "./number-format.ts";
import { timeText, timeDecimals } from "./time-text.ts";
import { prefixedUnit } from "./unit-prefix.ts";

test("[PI24] a reading has one digit more than a pixel tells apart", () => {
  expect(formatReading(9.806_65, 0.01)).toBe("9.807");
  expect(formatReading(-1234.567, 0.5)).toBe("−1234.57");
  expect(formatReading(0.000_012_345, 1e-8)).toBe("1.2345×10⁻⁵");
  expect(formatReading(123_456_789, 1000)).toBe("1.23456789×10⁸");
  expect(formatReading(-1e-9, 0.1)).toBe("0.00");
  expect([NaN, Infinity, -Infinity].map((value) => formatReading(value, 1))).toEqual(["no value", "∞", "−∞"]);
});

test("[PI24] a time has as many decimals as tell two pixels apart", () => {
  expect(timeText(62.123_456, timeDecimals(0.01))).toBe("62.123 s");
  expect(timeText(59.999_9, 1)).toBe("60.0 s");
  expect(timeText(-0.04, 1)).toBe("0.0 s");
  expect(timeText(-75, 0)).toBe("−75 s");
  expect(timeText(NaN, 0)).toBe("no time");
  expect(timeText(1e300, 3)).toMatch(/ s$/);
});

test("[PI5] a prefix belongs to the first unit, and to none that is raised to a power", () => {
  expect(prefixedUnit("rad/s", -3)).toBe("mrad/s");
  expect(prefixedUnit("kg·m²", -3)).toBe("g·m²");
  expect([prefixedUnit("m²", -3), prefixedUnit("1/s", 3), prefixedUnit("m", 6), prefixedUnit("°", -3)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});
