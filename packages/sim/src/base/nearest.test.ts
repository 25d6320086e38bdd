import { expect, test } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

const known = ["rapier", "mujoco", "left_wheel_joint", "right_wheel_joint", "box"];

test.each([
  ["rapeir", "rapier"],
  ["MuJoCo", "mujoco"],
  ["left_wheal_joint", "left_wheel_joint"],
  ["bx", "box"],
  ["bullet", undefined],
  ["cat", undefined],
  ["", undefined],
])("[BA21] for %j the hint is %j", (name, hint) => {
  expect(nearest(name, known)).toBe(hint);
});

test("[BA21] of equally near names the first wins", () => {
  expect(nearest("wheel", ["wheel1", "wheel2"])).toBe("wheel1");
});

test("[BA21] a swap of neighbours counts one", () => {
  expect(editDistance("abcd", "acbd")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});
