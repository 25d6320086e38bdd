import { Geometry, Inertial } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { valueFromJson, valueToJson } from "./value-json.ts";

const read = (text: string, present: unknown): unknown => {
  const result = valueFromJson(text, present);
  return result.ok ? result.value : result.reason;
};

test("[IN37] a value that is copied and pasted is the same, infinities included", () => {
  const axes = [{ lower: -Infinity, upper: 1 / 3, xyz: { x: 0, y: 0, z: 1 }, name: "a", isOn: true }];
  expect(read(valueToJson(axes), axes)).toEqual(axes);
  expect(JSON.parse(valueToJson(axes))).toEqual([{ ...axes[0], lower: "-Infinity" }]);
  expect(read(valueToJson(undefined), { a: 1 })).toBe("The value must be an object");
});

test("[IN37] what a pasted text leaves out stays; another type of shape brings its own fields", () => {
  const inertial = Inertial.initial();
  expect(read('{"mass": 4}', inertial)).toEqual({ ...inertial, mass: 4 });
  expect(read('{"type": "sphere", "radius": 1}', Geometry.initial())).toEqual({ type: "sphere", radius: 1 });
});

test.each([
  ["four", { mass: 1 }, "The clipboard does not hold JSON; copy a component's value first"],
  ['{"mass": "four"}', { mass: 1 }, "“mass” must be a number"],
  ['{"pose": {"x": true}}', { pose: { x: 0 } }, "“pose.x” must be a number"],
  ['{"a": 1}', [], "The value must be a list"],
  ['[{"a": "x"}]', [{ a: 1 }], "“[0].a” must be a number"],
  ['{"radius": 1}', { mass: 1 }, "The value has none of the fields of this component"],
  ['{"on": 1}', { on: true }, "“on” must be true or false"],
  ['{"topic": 1}', { topic: "" }, "“topic” must be a text"],
])("[IN37] %s for %j is refused: %s", (text, present, reason) => {
  expect(read(text, present)).toBe(reason);
});
