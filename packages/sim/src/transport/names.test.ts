import { expect, test } from "vitest";
import { absoluteName, asNamePart, asTopicName, MAX_NAME_BYTES } from "./names.ts";

test("[TR1] a name is absolute with a leading slash, and in its node's namespace without", () => {
  expect(absoluteName("topic", "/clock")).toBe("/clock");
  expect(absoluteName("topic", "clock")).toBe("/clock");
  expect(absoluteName("topic", "cmd_vel", "/model/m")).toBe("/model/m/cmd_vel");
  expect(absoluteName("topic", "cmd_vel", "model/m/")).toBe("/model/m/cmd_vel");
  expect(absoluteName("service", "/world/w/create/")).toBe("/world/w/create");
});

test.each([
  ["", "is empty"],
  ["/", "is only a slash"],
  ["/a b", "has a blank in it"],
  ["/a\tb", "has a blank in it"],
  ["~/a", 'has "~" in it'],
  ["/a@b", 'has "@" in it'],
  ["/a//b", 'has "//" in it'],
  ["a:=b", 'has ":=" in it'],
  ["/\ud800", "is not well-formed text"],
  ["/\u001b]0;owned\u0007", "has a control character in it"],
  ["/a\u009b2J", "has a control character in it"],
  ["/a\u202eb", "has a control character in it"],
])("[TR1] %j is no name: it %s", (name, problem) => {
  expect(() => absoluteName("topic", name)).toThrow(problem);
});

test("[TR1] a name has at most 1024 bytes of UTF-8", () => {
  expect(absoluteName("topic", `/${"ä".repeat(511)}`)).toHaveLength(512);
  expect(absoluteName("topic", `/${"a".repeat(MAX_NAME_BYTES - 1)}`)).toHaveLength(MAX_NAME_BYTES);
  expect(() => absoluteName("topic", `/${"ä".repeat(512)}`)).toThrow("is longer than 1024 bytes");
  expect(() => absoluteName("topic", "x", `/${"a".repeat(MAX_NAME_BYTES - 2)}`)).toThrow("is longer than 1024 bytes");
});

test("[TR1] control characters of a text that becomes part of a name are replaced", () => {
  expect([asNamePart("a\u001b[2J b"), asTopicName(" /a\u0007/b\u202e ")]).toEqual(["a_[2J_b", "/a_/b_"]);
});
