import { expect, test } from "vitest";
import { durationText, patternsIn, sizeText } from "./record-words.ts";

test("[RC2] a log's length and size are texts that people read, however long it is", () => {
  expect([0.4, 7.9, 754, 3723].map(durationText)).toEqual(["0:00", "0:07", "12:34", "1:02:03"]);
  expect(sizeText({ seconds: 7, bytes: 1_200_000 })).toBe("0:07 · 1.20 MB");
  expect(sizeText({})).toBe("0:00");
});

test("[RC3] patterns of topics are separated by commas, blanks or lines", () => {
  expect(patternsIn(" /clock, /model/**\ncmd_vel ")).toEqual(["/clock", "/model/**", "cmd_vel"]);
  expect(patternsIn("  ")).toEqual([]);
});
