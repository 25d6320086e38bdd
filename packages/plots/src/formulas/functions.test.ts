import { expect, test } from "vitest";
import { FUNCTIONS } from "./functions/table.ts";
import { compute, constant, errorOf } from "./testing/compute.ts";

test.each([
  ["sqrt(2)", Math.SQRT2],
  ["abs(-3)", 3],
  ["sign(-3) + sign(0)", -1],
  ["floor(-1.5)", -2],
  ["ceil(-1.5)", -1],
  ["round(2.5)", 3],
  ["exp(1)", Math.E],
  ["log(e ^ 2)", 2],
  ["log10(1000)", 3],
  ["min(3, 1, 2)", 1],
  ["max(3, 1, 2, 7)", 7],
  ["clamp(5, -1, 2)", 2],
  ["clamp(-5, -1, 2)", -1],
  ["mod(7, 3)", 1],
  ["mod(-1, 3)", 2],
  ["mod(1, -3)", -2],
  ["mod(-6, 3)", 0],
  ["sin(pi / 6)", 0.5],
  ["cos(pi / 3)", 0.5],
  ["tan(pi / 4)", 1],
  ["asin(1)", Math.PI / 2],
  ["acos(-1)", Math.PI],
  ["atan(1)", Math.PI / 4],
  ["atan2(-1, -1)", (-3 * Math.PI) / 4],
  ["deg(pi / 2)", 90],
  ["rad(90)", Math.PI / 2],
  ["hypot(3, 4)", 5],
  ["hypot(2, 3, 6)", 7],
  ["norm(vector(2, 3, 6))", 7],
  ["distance(vector(1, 2, 3), vector(3, 5, 9))", 7],
  ["dot(vector(1, 2, 3), vector(4, 5, 6))", 32],
  ["cross(vector(1, 2, 3), vector(4, 5, 6)).x", -3],
  ["cross(vector(1, 2, 3), vector(4, 5, 6)).y", 6],
  ["cross(vector(1, 2, 3), vector(4, 5, 6)).z", -3],
  ["if(0, 1, 2)", 2],
  ["fill(0 / 0, 5)", 5],
])("[FM13] %s is %d", (text, value) => {
  // Two rounding errors of numbers below 10.
  expect(constant(text)).toBeCloseTo(value, 14);
});

/** A quaternion of roll, pitch and yaw, worked out from the three rotations. */
function fromAngles(roll: number, pitch: number, yaw: number): number[] {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ];
}

test.each([
  [0.3, -0.7, 2.5],
  [-3, 1.2, -1],
  [0, 0, 0],
  [1, 0, 3.1],
])("[FM13] roll %d, pitch %d and yaw %d are found in their quaternion, whatever its length", (roll, pitch, yaw) => {
  for (const length of [1, 5, 1e-3]) {
    const q = { columns: fromAngles(roll, pitch, yaw).map((value) => [value * length]) };
    expect(compute("roll(q)", { q })[0]![0]).toBeCloseTo(roll, 12);
    expect(compute("pitch(q)", { q })[0]![0]).toBeCloseTo(pitch, 12);
    expect(compute("yaw(q)", { q })[0]![0]).toBeCloseTo(yaw, 12);
  }
});

test("[FM13] looking straight up or down, the yaw is 0 and the roll is what is left", () => {
  const up = { q: { columns: fromAngles(0.4, Math.PI / 2, 0.1).map((value) => [value]) } };
  const down = { q: { columns: fromAngles(0.4, -Math.PI / 2, 0.1).map((value) => [value]) } };
  expect(compute("yaw(q)", up)).toEqual([[0]]);
  // The square root of the rounding error of a cosine near 1.
  expect(compute("roll(q)", up)[0]![0]).toBeCloseTo(0.3, 7);
  expect(compute("roll(q)", down)[0]![0]).toBeCloseTo(0.5, 7);
  expect(compute("pitch(q)", down)[0]![0]).toBeCloseTo(-Math.PI / 2, 7);
});

test("[FM13] a rotation turns vectors, and its inverse turns them back", () => {
  const q = { columns: fromAngles(0, 0, Math.PI / 2).map((value) => [value]) };
  const v = { unit: "m/s", columns: [[1], [2], [3]] };
  const turned = compute("rotate(q, v)", { q, v }).flat();
  expect(turned[0]).toBeCloseTo(-2, 14);
  expect(turned[1]).toBeCloseTo(1, 14);
  expect(turned[2]).toBeCloseTo(3, 14);
  const back = compute("rotate(inverse(q), rotate(q, v)) - v", { q, v }).flat();
  for (const value of back) expect(value).toBeCloseTo(0, 14);
});

const a = { columns: [[1], [2], [3]] };
const b = { columns: [[4], [6], [8]] };
const pose = { columns: [[1], [2], [3], [0], [0], [Math.SQRT1_2], [Math.SQRT1_2]] };

test("[FM11] vectors are added, scaled and filtered column by column", () => {
  expect(compute("b - a", { a, b })).toEqual([[3], [4], [5]]);
  expect(compute("2 * a / 4", { a })).toEqual([[0.5], [1], [1.5]]);
  expect(compute("-a", { a })).toEqual([[-1], [-2], [-3]]);
  expect(compute("max(a, 2)", { a })).toEqual([[2], [2], [3]]);
  expect(compute("if(1, a, b)", { a, b })).toEqual([[1], [2], [3]]);
  expect(
    compute("previous(v)", {
      v: {
        columns: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    }),
  ).toEqual([
    [NaN, 1],
    [NaN, 3],
    [NaN, 5],
  ]);
});

test("[FM11] a pose is a position and an orientation", () => {
  expect(compute("p.position", { p: pose })).toEqual([[1], [2], [3]]);
  expect(compute("p - a", { p: pose, a })).toEqual([[0], [0], [0]]);
  expect(compute("norm(b - p)", { p: pose, b })).toEqual([[Math.sqrt(50)]]);
  expect(compute("yaw(p)", { p: pose })[0]![0]).toBeCloseTo(Math.PI / 2, 15);
  expect(compute("p.orientation.z", { p: pose })).toEqual(compute("p.qz", { p: pose }));
  expect(compute("p", { p: pose })).toEqual(pose.columns);
});

const shapes = {
  x: { shape: "number", units: [""] },
  v: { shape: "vector", units: [""] },
  q: { shape: "quaternion", units: [""] },
  m: { shape: "vector", units: ["m", "rad", "m"] },
  n: { shape: "vector", units: ["m", "kg", "m"] },
} as const;

test.each([
  ["v * v", "cannot use * on a vector and a vector: write dot(a, b) or cross(a, b) @2-3"],
  ["v + x", "cannot use + on a vector and a number: both sides must be numbers, or both vectors @2-3"],
  ["x / v", "cannot use / on a number and a vector: divide by a number, such as norm(v) @2-3"],
  ["v > x", "cannot use > on a vector and a number: take numbers, such as norm(v) or v.x @2-3"],
  ["!v", "cannot use ! on a vector: take numbers, such as norm(v) or v.x @0-2"],
  ["v ^ 2", "only numbers have powers: write dot(v, v) for the square of a length @2-3"],
  ["q + q", "cannot use + on a quaternion: take an angle, such as yaw(q), or a part, such as q.x @2-3"],
  ["norm(x)", "norm needs a vector for v, not a number @5-6"],
  ["yaw(v)", "yaw needs a quaternion for q, not a vector @4-5"],
  ["mean(q, 1)", "mean needs a number or a vector for x, not a quaternion @5-6"],
  ["if(v, 1, 2)", "if needs a number for condition, not a vector @3-4"],
  ["if(x, v, x)", "if chooses between values of one kind, not a vector or a number @9-10"],
  ["norm(n)", "these columns have different units: m and kg @5-6"],
])("[FM12] %s: %s", (text, message) => {
  expect(errorOf(text, shapes)).toBe(message);
});

test("[FM22] comparisons are 1 or 0, and choices take one of two values", () => {
  const x = { columns: [[1, 2, 3, NaN]] };
  expect(compute("x < 2", { x })).toEqual([[1, 0, 0, NaN]]);
  expect(compute("x <= 2", { x })).toEqual([[1, 1, 0, NaN]]);
  expect(compute("x > 2", { x })).toEqual([[0, 0, 1, NaN]]);
  expect(compute("x >= 2", { x })).toEqual([[0, 1, 1, NaN]]);
  expect(compute("x == 2", { x })).toEqual([[0, 1, 0, NaN]]);
  expect(compute("x != 2", { x })).toEqual([[1, 0, 1, NaN]]);
  expect(compute("x > 1 && x < 3", { x })).toEqual([[0, 1, 0, NaN]]);
  expect(compute("x < 2 || x > 2", { x })).toEqual([[1, 0, 1, NaN]]);
  expect(compute("!(x - 1)", { x })).toEqual([[1, 0, 0, NaN]]);
  expect(compute("if(x > 2, 10 * x, -x)", { x })).toEqual([[-1, -2, 30, NaN]]);
});

test("[FM22] a gap in the value that is not chosen does not matter, and gaps can be filled", () => {
  const [x, y] = [{ columns: [[1, NaN, 3]] }, { columns: [[0, 1, NaN]] }];
  expect(compute("if(y == 1, 5, x)", { x, y })).toEqual([[1, 5, NaN]]);
  expect(compute("fill(x, y)", { x, y })).toEqual([[1, 1, 3]]);
});

test("[FM13] every function has a line of help and a signature of its own", () => {
  for (const { help, parameters } of FUNCTIONS.values()) {
    expect(help).toMatch(/^\S.*[^.]\.$/);
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
  }
});
