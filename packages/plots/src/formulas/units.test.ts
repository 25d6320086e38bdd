import { expect, test } from "vitest";
import { printUnit, tidyUnit } from "./print-unit.ts";
import { readUnit, unitOf } from "./read-unit.ts";
import { compute, constant, errorOf, unitOfFormula } from "./testing/compute.ts";

const UNITS = {
  x: "m",
  y: "s",
  w: "rad/s",
  m: "kg",
  a: "rad",
  f: "N",
  k: "N·m/rad",
  i: "kg·m²",
  u: "",
  ms: "ms",
  p: "px",
};
const curves = Object.fromEntries(
  Object.entries(UNITS).map(([name, unit]) => [name, { shape: "number" as const, units: [unit] }]),
);

test.each([
  ["m/s²", "m/s²"],
  ["m/s^2", "m/s²"],
  ["m s^-2", "m/s²"],
  ["N·m/rad", "N·m/rad"],
  ["N*m", "N·m"],
  ["kg m²", "kg·m²"],
  ["J/(kg·K)", "J/(kg·K)"],
  ["J/kg/K", "J/(kg·K)"],
  ["1/s", "1/s"],
  ["s⁻¹", "1/s"],
  ["m^0.5", "m^0.5"],
  ["°/s", "°/s"],
  ["µs", "µs"],
  ["1", ""],
])("[FM6] the unit %s is printed as %s, and read again", (text, printed) => {
  const unit = readUnit(text)!;
  expect(printUnit(unit)).toBe(printed);
  if (printed !== "") expect(readUnit(printed)).toEqual(unit);
});

test.each(["", "rad or m", "m/", "m^", "(m", "m)", "m//s", "/s", "m^1e3", "furlong", "m2", "m".repeat(100)])(
  "[FM6] what is not a unit (%s) is unknown, and is shown as it is",
  (text) => {
    expect(readUnit(text)).toBeUndefined();
    expect(printUnit(unitOf(text))).toBe(text);
  },
);

test("[FM6] scales and dimensions are those of the SI", () => {
  const base = (text: string): readonly [number, readonly number[]] => {
    const unit = readUnit(text);
    if (unit?.kind !== "product") throw new Error(text);
    return [unit.scale, unit.dimension];
  };
  expect(base("N")).toEqual(base("kg·m/s²"));
  expect(base("J")).toEqual(base("N·m"));
  expect(base("W")).toEqual(base("V·A"));
  expect(base("Ω")).toEqual(base("V/A"));
  expect(base("T")).toEqual(base("Wb/m²"));
  expect(base("H")).toEqual(base("V·s/A"));
  expect(base("F")).toEqual(base("A·s/V"));
  expect(base("kJ")[0]).toBe(1000);
  expect(base("g")[0]).toBe(0.001);
  expect(base("min")[0]).toBe(60);
  expect(base("turn")[0]).toBe(2 * Math.PI);
});

test.each([
  ["x + x", "m"],
  ["x / y", "m/s"],
  ["x / y * y", "m"],
  ["x / x", ""],
  ["d(x)", "m/s"],
  ["d(d(x))", "m/s²"],
  ["d(a)", "rad/s"],
  ["integral(w)", "rad"],
  ["sqrt(x ^ 2 + x ^ 2)", "m"],
  ["x ^ (1 / 2)", "m^0.5"],
  ["(x ^ (1 / 3)) ^ 3", "m"],
  ["0.5 * m * d(x) ^ 2", "J"],
  ["0.5 * i * w ^ 2", "J"],
  ["m * d(x) ^ 2 + i * w ^ 2", "J"],
  ["f * x", "N·m"],
  ["k * a", "N·m"],
  ["f * d(x)", "W"],
  ["w * x", "m/s"],
  ["m * 9.81[m/s²]", "N"],
  ["sin(a)", ""],
  ["atan2(x, x)", "rad"],
  ["deg(a)", "deg"],
  ["rad(deg(a))", "rad"],
  ["mean(x, 500ms)", "m"],
  ["rms(x, 1)", "m"],
  ["x * 2 + 1", "m"],
  ["u + x", "m"],
  ["u * x", ""],
  ["2 * p + 1", "px"],
  ["t", "s"],
  ["x < 2", ""],
  ["x / x + a", "rad"],
])("[FM7] %s is in “%s”", (text, unit) => {
  expect(unitOfFormula(text, UNITS)).toBe(unit);
});

test.each([
  ["x + y", "+ needs like units: m on its left, but s on its right @2-3"],
  ["1 + (x - y)", "- needs like units: m on its left, but s on its right @7-8"],
  ["x < y", "< needs like units: m on its left, but s on its right @2-3"],
  ["x + x / x", "+ needs like units: m on its left, but a number without a unit on its right @2-3"],
  ["max(x, 1, y)", "max needs like units: m, but s here @10-11"],
  ["if(u, x, y)", "if needs like units: m, but s here @9-10"],
  ["f + k", "+ needs like units: N on its left, but N·m/rad on its right @2-3"],
])("[FM8] %s: %s", (text, message) => {
  expect(errorOf(text, curves)).toBe(message);
});

test("[FM8] like units of different size are converted to the first", () => {
  const metres = { unit: "m", columns: [[1]] };
  const millimetres = { unit: "mm", columns: [[500]] };
  expect(compute("a + b", { a: metres, b: millimetres })).toEqual([[1.5]]);
  expect(compute("b + a", { a: metres, b: millimetres })).toEqual([[1500]]);
  expect(compute("a > b", { a: metres, b: millimetres })).toEqual([[1]]);
  expect(compute("a * b", { a: metres, b: millimetres })).toEqual([[500]]);
  expect(unitOfFormula("b + a", { a: "m", b: "mm" })).toBe("mm");
  expect(unitOfFormula("a * b", { a: "m", b: "mm" })).toBe("m·mm");
});

test.each([
  ["sin(x)", "sin needs an angle, and this is in m: divide it by 1[m] if its number is meant @4-5"],
  ["1 + cos(2 * t)", "cos needs an angle, and this is in s: divide it by 1[s] if its number is meant @8-13"],
  ["exp(x)", "exp needs a number without a unit: divide this by 1[m] @4-5"],
  ["acos(x)", "acos needs a number without a unit: divide this by 1[m] @5-6"],
  ["2 ^ x", "an exponent has no unit, but this is in m @2-3"],
  ["x ^ u", "m to a power that changes has no unit: divide by 1[m] first @2-3"],
  ["x ^ 100", "m to the power of 100 has no unit @2-3"],
  ["mean(x, 1m)", "mean needs a time here, such as 500ms, not m @8-10"],
  ["mean(x, 0)", "mean needs a time above 0 here, such as 500ms @8-9"],
  ["mean(x, u)", "mean needs a time that is a constant here, such as 500ms @8-9"],
  ["lowpass(x, 1s)", "lowpass needs a frequency here, such as 10Hz, not s @11-13"],
  ["unwrap(x)", "unwrap needs an angle, and this is in m: divide it by 1[m] if its number is meant @7-8"],
])("[FM9] %s: %s", (text, message) => {
  expect(errorOf(text, curves)).toBe(message);
});

test("[FM9] angles are converted to radians before functions use them", () => {
  expect(constant("sin(90deg)")).toBe(1);
  expect(compute("cos(a)", { a: { unit: "deg", columns: [[180]] } })).toEqual([[-1]]);
  expect(constant("deg(pi)")).toBe(180);
  expect(constant("rad(180)")).toBe(Math.PI);
  expect(constant("deg(45°)")).toBe(45);
  expect(constant("rad(2[rad])")).toBe(2);
});

test("[FM10] unknown units fit everything, and written numbers take on the unit of what they are added to", () => {
  expect(errorOf("u + x + u + 3", curves)).toBe("none");
  expect(errorOf("sin(u) + exp(u)", curves)).toBe("none");
  expect(errorOf("clamp(x, -1, 1) + max(x, 0) + pi", curves)).toBe("none");
  expect(compute("a + 1", { a: { unit: "ms", columns: [[5]] } })).toEqual([[6]]);
  expect(compute("deg(a) - 90", { a: { unit: "rad", columns: [[Math.PI]] } })).toEqual([[90]]);
});

test("[FM3] a number has a unit behind it, or in brackets", () => {
  const time = { x: { unit: "s", columns: [[1]] } };
  expect(compute("x + 3ms", time)).toEqual([[1.003]]);
  expect(compute("x + 2 [min]", time)).toEqual([[121]]);
  expect(compute("x + 9 [m/s²] / 3[m/s^3]", time)).toEqual([[4]]);
  expect(compute("x > 50% * 1s", time)).toEqual([[1]]);
});

test("[FM7] a unit is made of the names that it came with", () => {
  expect(printUnit(tidyUnit(readUnit("N·m")!))).toBe("N·m");
  expect(printUnit(tidyUnit(readUnit("N·m·s/rad")!))).toBe("N·m·s/rad");
  expect(printUnit(tidyUnit(readUnit("rad·m/s²")!))).toBe("m/s²");
});
