import { expect, test } from "vitest";
import type { BodyKind } from "../../engine.ts";
import { bodyTree, type TreeNode } from "./tree.ts";

/**
 * Describes a tree: in `1(j1 2(j2' 3) 2*(j3))`, body 2 is attached to 1 by joint 1, body 3 to 2 by joint 2 reversed,
 * and a copy of 2 by joint 3.
 */
function show({ body, joint, reversed, isCopy, children }: TreeNode): string {
  const by = joint === undefined ? "" : `j${joint}${reversed ? "'" : ""} `;
  const below = children.length === 0 ? "" : `(${children.map(show).join(" ")})`;
  return `${by}${body}${isCopy ? "*" : ""}${below}`;
}

function tree(kinds: Readonly<Record<number, BodyKind>>, joints: readonly [number | undefined, number][]): string[] {
  const bodies = Object.entries(kinds).map(([id, kind]) => ({ id: Number(id), kind }));
  return bodyTree(
    bodies,
    joints.map(([parent, child], i) => ({ id: i + 1, parent, child })),
  ).map(show);
}

const free = { 1: "dynamic", 2: "dynamic", 3: "dynamic" } as const;

test("[PH80] bodies hang on each other by their joints, from those that nothing carries", () => {
  expect(tree(free, [])).toEqual(["1", "2", "3"]);
  expect(
    tree(free, [
      [3, 1],
      [1, 2],
    ]),
  ).toEqual(["3(j1 1(j2 2))"]);
  expect(
    tree(free, [
      [undefined, 2],
      [2, 3],
    ]),
  ).toEqual(["j1 2(j2 3)", "1"]);
});

test("[PH80] a joint is taken the other way round where its parent is not yet held", () => {
  expect(
    tree(free, [
      [1, 3],
      [2, 3],
    ]),
  ).toEqual(["1(j1 3(j2' 2))"]);
  expect(tree({ ...free, 3: "static" }, [[1, 3]])).toEqual(["j1' 1", "2"]);
});

test("[PH80] what is kinematic carries, and obeys no joint", () => {
  expect(tree({ ...free, 2: "kinematic" }, [[1, 2]])).toEqual(["2(j1' 1)", "3"]);
  expect(tree({ 1: "static", 2: "kinematic" }, [[1, 2]])).toEqual(["2"]);
});

test("[PH80] a joint that closes a loop gets a copy of its child, or of its parent when only that gives way", () => {
  expect(
    tree(free, [
      [1, 2],
      [2, 3],
      [3, 1],
    ]),
  ).toEqual(["1(j1 2(j2 3*) j3' 3)"]);
  expect(
    tree({ 1: "dynamic", 2: "static" }, [
      [undefined, 1],
      [1, 2],
    ]),
  ).toEqual(["j1 1", "j2' 1*"]);
});
