import { expect, test } from "vitest";
import { fitsPattern, thingsOf, wordsOf } from "./item-names.ts";

test.each([
  ["vehicle::chassis::pose", "vehicle::*::pose", true],
  ["vehicle::arm::hand::pose", "vehicle::*::pose", true],
  ["vehicle::pose", "vehicle::*::pose", false],
  ["vehicle::chassis::pose", "*pose", true],
  ["vehicle::chassis::pose", "*chassis*", true],
  ["vehicle::chassis::pose", "vehicle*", true],
  ["vehicle::chassis::pose", "vehicle", false],
  ["abab", "*ab", true],
  ["abac", "*ab", false],
  ["a.b[0]", "a.b[*]", true],
  ["", "*", true],
])("[CL74] %s and the pattern %s: %s", (name, pattern, isFitting) => {
  expect(fitsPattern(name, pattern)).toBe(isFitting);
});

test("[CL74] a pattern of many stars takes no long time", () => {
  const started = performance.now();
  expect(fitsPattern("a".repeat(2000), `${"*a".repeat(500)}*b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

test("[CL74] what an item may belong to, and the words of a pattern", () => {
  expect(thingsOf("a::b::inertial::pose")).toEqual(["a::b::inertial", "a::b", "a", ""]);
  expect(thingsOf("sim_time")).toEqual([""]);
  expect(wordsOf("a::*::b*")).toEqual(["a::", "::b"]);
});
