import { expect, test } from "vitest";
import { formatProblem, Problems } from "../scene/problem.ts";
import { decodeUtf8, firstInvalidByte } from "./utf8.ts";

function decode(bytes: number[]): { text: string | undefined; problems: string[] } {
  const problems = new Problems();
  const text = decodeUtf8(Uint8Array.from(bytes), "a.xml", problems);
  return { text, problems: problems.list.map(formatProblem) };
}

test("[XM7] a byte order mark is dropped", () => {
  expect(decode([0xef, 0xbb, 0xbf, 0x61])).toEqual({ text: "a", problems: [] });
});

test("[XM7] bytes that are not UTF-8 are an error with their line; columns count characters", () => {
  // a ⏎ é (two bytes) then a lone 0xff
  expect(decode([0x61, 0x0a, 0xc3, 0xa9, 0xff]).problems).toEqual([
    "a.xml:2:2: error: byte 0xff at offset 4 is not UTF-8 (save the file as UTF-8)",
  ]);
});

test("[XM7] UTF-16 is told by its mark", () => {
  expect(decode([0xff, 0xfe, 0x3c, 0x00]).problems).toEqual([
    "a.xml:1:1: error: the file is UTF-16 (save it as UTF-8)",
  ]);
});

test.each([
  ["a continuation alone", [0x61, 0x80], 1],
  ["an overlong slash", [0xc0, 0xaf], 0],
  ["an overlong three-byte form", [0xe0, 0x80, 0xaf], 0],
  ["a surrogate", [0x61, 0xed, 0xa0, 0x80], 1],
  ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0],
  ["a sequence cut short", [0x61, 0xf0, 0x9f, 0xa4], 1],
])("[XM7] the first invalid byte is found: %s", (_, bytes, offset) => {
  expect(firstInvalidByte(Uint8Array.from(bytes))).toBe(offset);
  expect(decode(bytes).text).toBeUndefined();
});

test("[XM7] every character of UTF-8 is taken", () => {
  const text = "\u0000~\u0080߿ࠀ퟿\uffff𐀀\u{10ffff}";
  const bytes = new TextEncoder().encode(text);
  expect(firstInvalidByte(bytes)).toBe(bytes.length);
  expect(decode([...bytes]).text).toBe(text);
});
