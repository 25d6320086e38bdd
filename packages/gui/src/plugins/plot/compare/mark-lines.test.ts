import { expect, test } from "vitest";
import { linesOfMark, type MarkedStretch } from "./mark-lines.ts";

function stretch(id: string, parent: string, ...marks: string[]): MarkedStretch {
  return { id, parent, start: 0, end: 1, marks };
}

test("[CU13] a command is compared with the line that continues from the moment before it, the present one first", () => {
  const stretches = [
    stretch("s1", "", "spawn"),
    stretch("s2", "s1", "push"),
    stretch("s3", "s1"),
    stretch("s4", "s2", "paint"),
    stretch("s5", "s2"),
  ];
  expect(linesOfMark(stretches, "s3", "push")).toEqual({ first: "s4", second: "s3" });
  expect(linesOfMark(stretches, "s5", "push")).toEqual({ first: "s5", second: "s3" });
  expect(linesOfMark(stretches, "s4", "paint")).toEqual({ first: "s4", second: "s5" });
});

test("[CU13] without a line that continues without it, a command cannot be compared", () => {
  const stretches = [stretch("s1", "", "spawn"), stretch("s2", "s1", "push"), stretch("s3", "s1")];
  expect(linesOfMark(stretches, "s3", "spawn")).toBeUndefined();
  expect(linesOfMark(stretches, "s3", "nothing")).toBeUndefined();
  // The world is where the command was, and has not continued from there.
  expect(linesOfMark(stretches.slice(0, 2), "s1", "push")).toBeUndefined();
});
