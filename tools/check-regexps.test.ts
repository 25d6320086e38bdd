import { expect, test } from "vitest";
import { findSlowText } from "./check-regexps.ts";

test.each([
  ["blanks that may belong to either side of nothing", /^\s*(\d+(\.\d+)*)?\s*$/],
  ["a start that is looked for again in all that follows", /<model\s[^>]*?name="([^"]*)"/],
  ["an end that many places could have", /\s+$/],
  ["a repetition of repetitions", /(a+)+b/],
  ["what stands before something", /\s*Element .*$/s],
  ["a part that is to come again", /<(\w+)>\s*([^<]*?)\s*<\/\1>/],
  ["a long way to each of many matches", /a.*?b|a/g],
  ["the same, at one place after the other", /<[^>]*>|./y],
  ["lines that are looked at as one", /^\s*x/m],
])("found: %s", (_what, { source, flags }) => {
  expect(findSlowText(source, flags)).toContain("× n");
});

test.each([
  [/^(\d+(\.\d+)*)?$/],
  [/^[+-]?((\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|inf|nan)$/i],
  [/[\p{L}_:][\p{L}\p{N}_:.\-·]*/uy],
  [/\.\w+$/],
  [/(?<!\\)(?:\\\\)*"/g],
])("let be: %s", ({ source, flags }) => {
  expect(findSlowText(source, flags)).toBeUndefined();
});
