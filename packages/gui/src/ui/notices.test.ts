import { expect, test } from "vitest";
import { Notices } from "./notices.ts";

test("[GU65] a failure of several mistakes has one per line; of many, the first ones, and all in the details", () => {
  const notices = new Notices();
  const told = (): (string | undefined)[] => notices.list.current.map(({ text }) => text);
  notices.failed("insert arm", new Error("it is empty"));
  notices.failed("insert arm", new Error("a.sdf:1:2: error: one\na.sdf:3:4: error: two"));
  expect(told()).toEqual([
    "Cannot insert arm: it is empty",
    "Cannot insert arm:\na.sdf:1:2: error: one\na.sdf:3:4: error: two",
  ]);
  const many = Array.from({ length: 9 }, (_, i) => `mistake ${i + 1}`);
  notices.failed("insert leg", new Error(many.join("\n")));
  const { text, details } = notices.list.current.at(-1)!;
  expect(text.split("\n").slice(-2)).toEqual(["mistake 6", "and 3 more: see the details"]);
  expect(details).toContain("mistake 9");
});
