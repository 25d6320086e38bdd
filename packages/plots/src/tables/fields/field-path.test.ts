import { expect, test } from "vitest";
import { formatPath, parsePath } from "./field-path.ts";

test.each([
  ["pose[3].position.x", ["pose", 3, "position", "x"]],
  ['params["front \\"mass\\"."].double_value', ["params", 'front "mass".', "double_value"]],
  ["a.b.c", ["a", "b", "c"]],
  ["[0][1]", [0, 1]],
  ['["größe"].x', ["größe", "x"]],
  ["", []],
])("[TB12] the path %s is read and written", (text, path) => {
  expect(parsePath(text)).toEqual(path);
  expect(formatPath(path)).toBe(text);
});

test.each([
  [".a", 1],
  ["a..b", 2],
  ["a.", 2],
  ["a[", 2],
  ["a[-1]", 2],
  ["a[1.5]", 2],
  ["a b", 2],
  ['a["b', 2],
  ['a["\\x"]', 2],
  ["a[0]b", 5],
])("[TB12] the path %s is refused, with the character", (text, at) => {
  expect(() => parsePath(text)).toThrow(`${JSON.stringify(text)} is not a path from character ${at} on`);
});
