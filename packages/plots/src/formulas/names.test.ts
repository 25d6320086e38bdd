import { expect, test } from "vitest";
import { callAt } from "./call-at.ts";
import { completeFormula } from "./complete.ts";
import { scopeOf, type CurveInfo } from "./scope.ts";
import { compute, errorOf, formulaOver } from "./testing/compute.ts";

const v = { unit: "m/s", columns: [[3], [4], [0]] };

test("[FM23] formulas that were saved by name are used in others", () => {
  const formulas = { speed: "norm(v)", twice: "2 * speed", both: "twice + speed" };
  expect(compute("both - speed", { v }, formulas)).toEqual([[10]]);
  expect(compute("turned.y", { v }, { turned: "v * -1" })).toEqual([[-4]]);
  const { inputs, units } = formulaOver("mean(both, 1)", { v }, formulas);
  expect(inputs.map(({ name }) => name)).toEqual(["v"]);
  expect(units).toEqual(["m/s"]);
});

test("[FM23] where a formula and a curve share a name, the formula is meant", () => {
  expect(compute("x + 0", { x: { columns: [[1]] }, y: { columns: [[2]] } }, { x: "y * 10" })).toEqual([[20]]);
});

test.each([
  ["speed", { speed: "a + 1", a: "2 * speed" }, "speed uses itself: speed → a → speed @0-5"],
  ["1 + b", { b: "b" }, "b uses itself: b → b @4-5"],
  ["x", { x: "norm(y)", y: "z", z: "y" }, "y uses itself: y → z → y @0-1"],
  ["1 + a", { a: "2 * nrm(v)" }, 'in the formula "a", at 5: unknown function "nrm" (did you mean "norm"?) @4-5'],
])("[FM23] %s: the place of an error is in the text that was given", (text, formulas, message) => {
  expect(errorOf(text, {}, formulas as Record<string, string>)).toBe(message);
});

const curves = new Map<string, CurveInfo>([
  ["vehicle::chassis::linear_velocity", { shape: "vector", units: ["m/s"] }],
  ["vehicle::chassis::pose", { shape: "pose", units: ["m", "m", "m", "", "", "", ""] }],
  ["/odom.twist", { shape: "number", units: [""] }],
  ["normal_force", { shape: "number", units: ["N"] }],
]);
const scope = scopeOf(curves, new Map([["speed", "norm(v)"]]));

test("[FM24] an unknown curve is met with the nearest name, also where a part is taken", () => {
  const infos = Object.fromEntries(curves);
  const hint = '(did you mean "vehicle::chassis::linear_velocity"?)';
  expect(errorOf("vehicle::chasis::linear_velocity", infos)).toContain(hint);
  expect(errorOf("vehicle::chasis::linear_velocity.x", infos)).toContain(hint);
  expect(errorOf("spede", infos, { speed: "1" })).toBe('unknown curve "spede" (did you mean "speed"?) @0-5');
});

/** Completes at the mark, and returns the text in place of it and what would be inserted. */
function completed(marked: string): [replaced: string, inserts: string[]] {
  const position = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, items } = completeFormula(text, position, scope);
  return [text.slice(from, to), items.map(({ insert }) => insert)];
}

test("[FM27] functions, formulas and curves are offered for what was typed, the best first", () => {
  expect(completed("2 * nor|")).toEqual(["nor", ["norm(", "normal_force"]]);
  expect(completed("spe|ed + 1")).toEqual(["speed", ["speed"]]);
  expect(completed("VEHI|")[1]).toEqual(["vehicle::chassis::linear_velocity", "vehicle::chassis::pose"]);
  expect(completed("mean(vel|, 1)")).toEqual(["vel", ["vehicle::chassis::linear_velocity"]]);
  expect(completed("|")[1]).toContain("sqrt(");
  expect(completed("odo|")).toEqual(["odo", ["`/odom.twist`"]]);
  expect(completed("`/od| + 1")).toEqual(["`/od", ["`/odom.twist`"]]);
  expect(completed("`/od|om`.x")).toEqual(["`/odom`", ["`/odom.twist`"]]);
  expect(completed("3m|")[1]).toContain("mean(");
});

test("[FM27] parts are offered after the point of a curve that has some", () => {
  const [replaced, inserts] = completed("vehicle::chassis::pose.|");
  expect(replaced).toBe("");
  expect(inserts).toEqual(["x", "y", "z", "qx", "qy", "qz", "qw", "position", "orientation"]);
  expect(completed("vehicle::chassis::pose.po|")).toEqual(["po", ["position"]]);
});

test("[FM27] each has what people need to choose it", () => {
  const item = (text: string, label: string): unknown =>
    completeFormula(text, text.length, scope).items.find((each) => each.label === label);
  expect(item("mea", "mean")).toEqual({
    kind: "function",
    label: "mean",
    insert: "mean(",
    detail: "mean(x, seconds)",
    help: "The mean of the samples of the last seconds.",
  });
  expect(item("max", "max")).toMatchObject({ detail: "max(a, b, …)" });
  expect(item("lin", "vehicle::chassis::linear_velocity")).toMatchObject({ kind: "curve", detail: "vector, m/s" });
  expect(item("spe", "speed")).toMatchObject({ kind: "formula", detail: "norm(v)" });
});

test("[FM27] any place of any text is answered, with at most 50 offers", () => {
  const many = scopeOf(new Map(Array.from({ length: 5000 }, (_, i) => [`x${i}`, { shape: "number", units: [] }])));
  expect(completeFormula("x", 1, many).items).toHaveLength(50);
  for (const position of [-5, 0, 3, 100, NaN]) expect(() => completeFormula("a `b", position, many)).not.toThrow();
});

test("[FM28] the function around the cursor is shown, with the argument that is being written", () => {
  const hint = (marked: string): unknown => {
    const found = callAt(marked.replace("|", ""), marked.indexOf("|"));
    return found && [found.signature, found.argument];
  };
  expect(hint("mean(|")).toEqual(["mean(x, seconds)", 0]);
  expect(hint("1 + mean(norm(v), |0.5)")).toEqual(["mean(x, seconds)", 1]);
  expect(hint("mean(norm(v|), 1)")).toEqual(["norm(v)", 0]);
  expect(hint("mean((x + |y), 1)")).toEqual(["mean(x, seconds)", 0]);
  expect(hint("mean(x, 1)|")).toBeUndefined();
  expect(hint("what(|")).toBeUndefined();
  expect(hint("abs(`a|b`)")).toBeUndefined();
});
