import { expect, test } from "vitest";
import { formulaNameProblem, quoteName } from "./names.ts";
import { namesIn } from "./parse.ts";
import { compute, constant, errorOf } from "./testing/compute.ts";

const x = { x: { shape: "number", units: [""] }, v: { shape: "vector", units: [""] } } as const;

test.each([
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["7 - 2 - 1", 4],
  ["8 / 4 / 2", 1],
  ["2 ^ 3 ^ 2", 512],
  ["-2 ^ 2", -4],
  ["2 ^ -1", 0.5],
  ["2 ** 3 − 1", 7],
  ["--2", 2],
  ["!0 + 1", 2],
  ["1 + 1 == 2 && 3 < 2 || 4 >= 4", 1],
  ["1 ≠ 1", 0],
  ["if(2 > 1, 10, 20)", 10],
  [".5e1 + 1.", 6],
  ["2 * pi", 2 * Math.PI],
  ["log(e)", 1],
])("[FM1] %s is %d", (text, value) => {
  expect(constant(text)).toBe(value);
});

test("[FM2] names are joined by ::, points and numbers in brackets; all others stand between backticks", () => {
  const names = ["x", "vehicle::chassis::linear_velocity", "joint[0].position", "unit_box_0::2", "größe"];
  for (const name of names) {
    expect(compute(`${name} * 2`, { [name]: { columns: [[3]] } })).toEqual([[6]]);
    expect(quoteName(name)).toBe(name);
  }
  for (const name of ["/odom.pose", "my-robot::x", "3d", "t", "pi", "a`b", "a b"]) {
    expect(compute(`1 + ${quoteName(name)}`, { [name]: { columns: [[3]] } })).toEqual([[4]]);
  }
  expect(quoteName("a`b")).toBe("`a``b`");
});

test("[FM2] of names that are parts of each other, the longest is meant", () => {
  const pose = { columns: [[1], [2], [3], [0], [0], [0], [1]] };
  expect(compute("a.position.y", { a: pose })).toEqual([[2]]);
  expect(compute("a.y", { a: pose, "a.y": { columns: [[7]] } })).toEqual([[7]]);
  expect(compute("`a`.y", { a: pose, "a.y": { columns: [[7]] } })).toEqual([[2]]);
  expect(compute("(a - a).y", { a: pose })).toEqual([[0]]);
});

test("[FM2] the names in a text can be listed before anything is known of them", () => {
  expect(namesIn("norm(a::v - `b c`.position) * t + pi + a::v.x + d(d)")).toEqual(["a::v", "b c", "a::v.x", "d"]);
});

test("[FM2] names of formulas are words", () => {
  for (const name of ["speed", "speed_2", "größe"]) expect(formulaNameProblem(name)).toBeUndefined();
  for (const name of ["", "2x", "a b", "a::b", "pi", "x".repeat(101)])
    expect(formulaNameProblem(name)).toBeTypeOf("string");
});

test.each([
  ["", "write a formula, such as norm(v) or x - y @0-0"],
  ["(1 + 2", "missing ) for ( at 1 @0-1"],
  ["max(1, (2", "missing ) for ( at 8 @7-8"],
  ["max(1, 2", "missing ) for ( at 4 @3-4"],
  ["1 + 2)", "there is no ( for this ) @5-6"],
  ["1 +", 'missing a value after "+" @3-3'],
  ["1 + * 2", 'missing a value before "*" @4-5'],
  ["x x", 'missing an operator before "x" @2-3'],
  ["(x x)", 'missing an operator, a comma or ) before "x" @3-4'],
  ["1 < 2 < 3", "compare two values at a time, as in a < b && b < c @6-7"],
  ["x = 1", 'unexpected "=": write == to compare @2-3'],
  ["x @ 1", 'unexpected "@": names with other characters stand between backticks @2-3'],
  ["x + `ab", "missing ` for the one at 5 @4-7"],
  ["9.81 [m/s²", "missing ] for [ at 6 @5-10"],
  ["nrm(v)", 'unknown function "nrm" (did you mean "norm"?) @0-3'],
  ["1 + mean(x)", "mean(x, seconds) is given 1 argument @4-11"],
  ["abs(x, 1)", "abs(x) is given 2 arguments @7-8"],
  ["1 + y", 'unknown curve "y" @4-5'],
  ["1 + xx", 'unknown curve "xx" (did you mean "x"?) @4-6'],
  ["v.w", 'a vector has no part "w": it has .x .y .z @2-3'],
  ["x.y", 'a number has no part "y" @2-3'],
  ["2 x", 'missing an operator before "x" @2-3'],
  ["2furlongs", 'unknown unit "furlongs": to multiply, write * @0-9'],
  ["2radd", 'unknown unit "radd" (did you mean "rad"?): to multiply, write * @0-5'],
])("[FM4] %s: %s", (text, message) => {
  expect(errorOf(text, x)).toBe(message);
});
