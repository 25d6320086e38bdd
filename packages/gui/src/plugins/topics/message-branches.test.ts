import { expect, test } from "vitest";
import { branchesOf, isBranch, jsonText, leafText, sizeText } from "./message-branches.ts";

test("[PN6] messages fold out field by field, lists item by item up to a number", () => {
  expect(branchesOf({ a: 1, b: { c: 2 } }, 10)).toEqual([
    { name: "a", value: 1 },
    { name: "b", value: { c: 2 } },
  ]);
  expect(branchesOf(new Float64Array([1, 2, 3]), 2)).toEqual([
    { name: "0", value: 1 },
    { name: "1", value: 2 },
  ]);
  expect([{}, [], 1, "x", new Uint8Array(1)].map(isBranch)).toEqual([true, true, false, false, false]);
});

test("[PN6] values are shown exactly, bytes by their first sixteen, small records beside their fold", () => {
  expect([0.1 + 0.2, -0, "a\n", new Uint8Array([1, 255])].map(leafText)).toEqual([
    "0.30000000000000004",
    "-0",
    '"a\\n"',
    "2 bytes: 01 ff",
  ]);
  expect(sizeText({ x: 1, y: 2.123456789, z: 0 })).toBe("x 1  y 2.1235  z 0");
  expect(sizeText({ name: "a" })).toBe("a {1}");
  expect(sizeText({ text: "a" })).toBe("{1}");
  expect(sizeText({})).toBe("{}");
  expect(sizeText([1, 2])).toBe("[2]");
  expect(jsonText("x".repeat(20), 10)).toBe('"xxxxxxxxx\n… 12 characters more');
});
