import { expect, test } from "vitest";
import { formatProblem, Problems } from "../../scene/problem.ts";
import { parseXml } from "../xml-reader.ts";
import type { XmlElement } from "../xml.ts";
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
});

test.each(["", "1,5", "0x10", "1e", "--1", "1 2", "one", ".", "1f"])("[SD4] %j is no number", (text) => {
  expect(parseNumber(text)).toBeUndefined();
});

test("[SD4] a number is taken, or its default where it is missing; an empty element warns", () => {
  expect(read("<n> 3 </n>", mass)).toEqual([3]);
  expect(read("", mass)).toEqual([7]);
  expect(read("<n/>", mass)).toEqual([7, "a:2:1: warning: <n> is empty (it is read as 7)"]);
});

test.each([
  ["heavy", '"heavy" is not a number'],
  ["0", "0 is not above 0"],
  ["-2", "-2 is not above 0"],
  ["nan", "NaN is not finite"],
  ["inf", "Infinity is not finite"],
])("[SD4] a mass of %s is an error", (text, why) => {
  expect(read(`<n>${text}</n>`, mass)).toEqual([7, `a:2:1: error: <n> of <p>: ${why} (a number above 0)`]);
});

test("[SD4] whole numbers may be hexadecimal, and must be whole", () => {
  const mask = (parent: XmlElement, problems: Problems): number => readInteger(parent, "n", { fallback: 1 }, problems);
  expect(read("<n>0xFF</n>", mask)).toEqual([255]);
  expect(read("<n>1.5</n>", mask)).toEqual([1, "a:2:1: error: <n> of <p>: 1.5 is not a whole number"]);
});

test("[SD4] vectors have three finite numbers, further ones warn; sizes are above zero", () => {
  const zero = { x: 0, y: 0, z: 0 };
  const vector = (parent: XmlElement, problems: Problems): unknown => readVec3(parent, "n", zero, problems);
  const size = (parent: XmlElement, problems: Problems): unknown => readSize(parent, "n", zero, problems);
  expect(read("<n>1\n2\t3</n>", vector)).toEqual([{ x: 1, y: 2, z: 3 }]);
  expect(read("<n>1 2</n>", vector)).toEqual([zero, 'a:2:1: error: <n> is not 3 numbers: "1 2" (as in 0 0 0)']);
  expect(read("<n>1 nan 2</n>", vector)).toEqual([zero, 'a:2:1: error: <n> must be finite: "1 nan 2"']);
  expect(read("<n>1 2 3 4</n>", vector)[1]).toBe("a:2:1: warning: <n> has 4 numbers, the first 3 count");
  expect(read("<n>1 -2 3</n>", size)[1]).toBe("a:2:1: error: <n> of <p> must be above zero (metres, as in 1 1 1)");
});

test("[SD4] true, false, 1 and 0 are truth values, in any case", () => {
  const flag = (parent: XmlElement, problems: Problems): boolean => readBool(parent, "n", true, problems);
  expect(["True", "1", "FALSE", " 0 ", ""].map((text) => read(`<n>${text}</n>`, flag)[0])).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(read("<n>yes</n>", flag)).toEqual([true, 'a:2:1: error: <n> of <p>: "yes" is not true or false']);
});

test("[SD4] colours have three or four numbers, none below zero", () => {
  const black = { r: 0, g: 0, b: 0, a: 1 };
  const color = (parent: XmlElement, problems: Problems): unknown => readColor(parent, "n", black, problems);
  expect(read("<n>1 0.5 0</n>", color)).toEqual([{ r: 1, g: 0.5, b: 0, a: 1 }]);
  expect(read("<n>1 0.5 0 0.25</n>", color)).toEqual([{ r: 1, g: 0.5, b: 0, a: 0.25 }]);
  expect(read("<n>red</n>", color)[1]).toBe(
    'a:2:1: error: <n> is not a colour: "red" (red green blue alpha, each from 0 to 1)',
  );
  expect(read("<n>1 -1 0</n>", color)).toHaveLength(2);
});
