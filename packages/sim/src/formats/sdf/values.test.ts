import { expect, test } from "vitest";
import { formatProblem, Problems } from "../../scene/problem.ts";
import { parseXml } from "../xml-reader.ts";
import type { XmlElement } from "../xml.ts";
import { leadingNumber } from "./schema/leading-number.ts";
import { parseNumber, readBool, readColor, readInteger, readNumber, readSize, readVec3 } from "./values.ts";

function read<Value>(inside: string, reader: (parent: XmlElement, problems: Problems) => Value): [Value, ...string[]] {
  const problems = new Problems();
  const parent = parseXml(`<p>\n${inside}</p>`, "a", problems)!;
  const value = reader(parent, problems);
  return [value, ...problems.list.map(formatProblem)];
}

const mass = (parent: XmlElement, problems: Problems): number =>
  readNumber(parent, "n", { fallback: 7, above: 0 }, problems);

test.each([
  ["1", 1],
  ["-1.5e-3", -0.0015],
  [".5", 0.5],
  ["5.", 5],
  ["+2E2", 200],
  ["inf", Infinity],
  ["-Infinity", -Infinity],
  ["NaN", Number.NaN],
])("[SD4] %s is a number", (text, value) => {
  expect(parseNumber(text)).toBe(value);
  expect(leadingNumber(text)).toBe(value);
});

test.each([
  ["1,5", 1],
  ["0x10", 16],
  ["1e", 1],
  ["1 2", 1],
  ["1.5f", 1.5],
  ["-0", -0],
])("[SD4] %j begins with a number", (text, value) => {
  expect(leadingNumber(text)).toBe(value);
});

test.each(["", "--1", "one", ".", "x1"])("[SD4] %j is no number", (text) => {
  expect(parseNumber(text)).toBeUndefined();
  expect(leadingNumber(text)).toBeUndefined();
});

test("[SD4] a number is taken, or its default where it is missing, empty or none", () => {
  expect(read("<n> 3 </n>", mass)).toEqual([3]);
  expect(["", "<n/>", "<n>heavy</n>"].map((inside) => read(inside, mass))).toEqual([[7], [7], [7]]);
});

test("[SD4] a number that is too small warns, one that is not finite is an error", () => {
  expect(read("<n>-2</n>", mass)).toEqual([-2, "a:2:1: warning: <n> of <p>: -2 is not above 0"]);
  expect(read("<n>nan</n>", mass)).toEqual([7, "a:2:1: error: <n> of <p>: NaN is not finite (a number, as in 5)"]);
  expect(read("<n>inf</n>", mass)).toEqual([7, "a:2:1: error: <n> of <p>: Infinity is not finite (a number, as in 5)"]);
});

test("[SD4] whole numbers may be hexadecimal, and are cut", () => {
  const mask = (parent: XmlElement, problems: Problems): number => readInteger(parent, "n", { fallback: 1 }, problems);
  expect(read("<n>0xFF</n>", mask)).toEqual([255]);
  expect(read("<n>1.5</n>", mask)).toEqual([1]);
});

test("[SD4] vectors have three finite numbers; sizes should be above zero", () => {
  const zero = { x: 0, y: 0, z: 0 };
  const vector = (parent: XmlElement): unknown => readVec3(parent, "n", zero);
  const size = (parent: XmlElement, problems: Problems): unknown => readSize(parent, "n", zero, problems);
  expect(read("<n>1\n2\t3</n>", vector)).toEqual([{ x: 1, y: 2, z: 3 }]);
  expect(["1 2", "1 nan 2", "1 x 2"].map((text) => read(`<n>${text}</n>`, vector)[0])).toEqual([zero, zero, zero]);
  expect(read("<n>1 -2 3</n>", size)).toEqual([
    { x: 1, y: -2, z: 3 },
    "a:2:1: warning: <n> of <p> is not above zero (metres, as in 1 1 1)",
  ]);
});

test("[SD4] true, false, 1 and 0 are truth values, in any case", () => {
  const flag = (parent: XmlElement): boolean => readBool(parent, "n", true);
  expect(["True", "1", "FALSE", " 0 ", "", "yes"].map((text) => read(`<n>${text}</n>`, flag)[0])).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
});

test("[SD4] colours have three or four numbers", () => {
  const black = { r: 0, g: 0, b: 0, a: 1 };
  const color = (parent: XmlElement): unknown => readColor(parent, "n", black);
  expect(read("<n>1 0.5 0</n>", color)).toEqual([{ r: 1, g: 0.5, b: 0, a: 1 }]);
  expect(read("<n>1 0.5 0 0.25</n>", color)).toEqual([{ r: 1, g: 0.5, b: 0, a: 0.25 }]);
  expect(["red", "1 1", "1 1 1 1 1"].map((text) => read(`<n>${text}</n>`, color)[0])).toEqual([black, black, black]);
});
