import { expect, test } from "vitest";
import { pastOf, recordedIndex } from "./read-past.ts";

test("[PB5] authors of a log are nobody of now: they are counted as they come", () => {
  const marks = ["s2", "s1", "", "s2"].map((author, i) => ({ id: `c:${i}`, author, author_name: "Ada" }));
  const authors = (log: string): readonly string[] =>
    pastOf({ log, stretches: [{ id: "section-1", marks }] }).stretches[0]!.marks.map(({ author }) => author);
  expect(authors("run.mcap").map(recordedIndex)).toEqual([0, 1, undefined, 0]);
  expect(authors("")).toEqual(["s2", "s1", "", "s2"]);
});

test("[PB2] stretches of a log say which jump led to them", () => {
  const jump = { cause: "UNDO", description: "Move box", author: "s1", author_name: "Ada" } as const;
  const { stretches } = pastOf({ log: "run.mcap", stretches: [{ id: "section-1" }, { id: "section-2", jump }] });
  expect(stretches.map((stretch) => stretch.jump)).toEqual([
    undefined,
    { cause: "UNDO", description: "Move box", authorName: "Ada" },
  ]);
});
