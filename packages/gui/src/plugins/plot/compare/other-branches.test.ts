import { expect, test } from "vitest";
import { otherBranches } from "./other-branches.ts";

test("[PX10] the branches off the present line are listed with where they leave it and what was done on them", () => {
  const stretches = [
    { id: "root", parent: "", start: {}, end: { sec: 2 } },
    { id: "now", parent: "root", start: { sec: 2 }, end: { sec: 5 } },
    { id: "old", parent: "root", start: { sec: 2 }, end: { sec: 3 }, marks: [{ id: "m1", description: "Push box" }] },
    { id: "older", parent: "old", start: { sec: 3 }, end: { sec: 9 } },
    {
      id: "oldest",
      parent: "old",
      start: { sec: 3 },
      end: { sec: 4 },
      marks: [{ id: "m2", description: "Delete box" }],
    },
  ];
  expect(otherBranches({ stretches, present: "now" })).toEqual([
    { end: "oldest", from: 2, to: 4, last: "Delete box" },
    { end: "older", from: 2, to: 9, last: "Push box" },
  ]);
  expect(otherBranches({ stretches, present: "oldest" }).map(({ end }) => end)).toEqual(["older", "now"]);
  expect(otherBranches(undefined)).toEqual([]);
});
