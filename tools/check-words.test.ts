import { expect, test } from "vitest";
import { wordsIn } from "./check-words.ts";

function habitsOf(file: string, ...lines: readonly string[]): string[] {
  return wordsIn(file, lines.join("\n")).map(({ line, text }) => `${line}: ${text}`);
}

test.each([
  ["Drawn again when the answer is another.", "is another"],
  ["The page's colours are others now.", "are others"],
  ["Waits so long, or until something arrives.", "so long"],
  ["It is made anew.", "anew"],
  ["What can be gone to no more.", "to no more"],
  ["Sends it. Whether it was.", "Whether it was."],
  ["One solid a triangle, up to 1,024.", "One solid a triangle"],
  ["Where they shall be.", "shall"],
  ["The world goes on without it.", "goes on"],
  ["A restored run can go on from there.", "go on"],
  ["Of these, 3 can be undone no more (memory limit).", "undone no more"],
  ["What is removed is drawn no more, and the others stay.", "drawn no more"],
  ["Each entry is sent anew.", "anew"],
  ["It waited 3 s in vain.", "in vain"],
  ["The list would grow for ever.", "for ever"],
  ["A command is applied whole or not at all.", "whole or not at all"],
  ["It hears the topic.", "hears"],
])("found in comments and documents: %s", (sentence, habit) => {
  expect(habitsOf("a.ts", "", `// ${sentence}`)).toEqual([`2: ${habit}`]);
  expect(habitsOf("a.md", "# A", "", sentence)).toEqual([`3: ${habit}`]);
});

test.each([
  "There is another one, and that is another matter.",
  "There are so many that they hide each other, so long as nobody looks.",
  "A row is kept every so many steps. It holds ten and no more.",
  "One of a pair; once a world is attached, 20 times a second.",
  "Returns whether it was done.",
  "A thing is shown where it goes on the way, and was let go on its way; what lies on from there stays.",
  "It takes no more memory than it needs; so that no more is split; it may need no more.",
  "The edits are applied as a whole or not at all.",
])("let be: %s", (sentence) => {
  expect(habitsOf("a.ts", `/** ${sentence} */`, "f();")).toEqual([]);
});

test("a sentence is read across the lines of a comment, and named by the line on which the habit begins", () => {
  expect(habitsOf("a.ts", "const a = 1;", "/**", " * First line, so", " * many of them.", " */", "g();")).toEqual([
    "3: so many",
  ]);
  expect(habitsOf("a.ts", "// The list is", "// another.", "f();", "// It is", "f();", "// another.")).toEqual([
    "1: is another",
  ]);
});

test("what a comment says of a function begins with what it does; values may begin otherwise", () => {
  const functions = [
    "/** Of a body. */ export function f() {}",
    "/** Tells whether it is. */ const g = () => true;",
    "class A { /** Of a link. */ m() {} /** Of a joint. */ n = 1; /** Of a world. */ get o() { return 1; } }",
    "interface B { /** Of a shape. */ m(): void; /** Of a solid. */ n: number }",
    "/** Tells listeners. */ function h() {}",
  ];
  expect(habitsOf("a.ts", ...functions)).toEqual(["1: Of ", "2: Tells whether", "3: Of ", "4: Of "]);
});

test("code and quotations are not prose", () => {
  expect(habitsOf("a.ts", `const text = "so many of them"; // "so many", \`so many\``)).toEqual([]);
  expect(habitsOf("a.md", "```", "so many of them", "```", "A flag: `so many`")).toEqual([]);
});

test("the texts that packages show to users are prose, without what is inserted and without identifiers", () => {
  const source = [
    "const text = `The limit is ${limit}: ${count} can be undone no more`;",
    'const name = "anew";',
    "show({ anew: true, shall: 1 });",
    "const view = (",
    "  <p>",
    "    It is applied when",
    "    the world goes on.",
    "  </p>",
    ");",
  ];
  const found = ["1: undone no more", "7: goes on"];
  expect(habitsOf("packages/gui/src/a.tsx", ...source)).toEqual(found);
  expect(habitsOf("tools/a.tsx", ...source)).toEqual([]);
});

test("of the texts in tests only the titles are prose", () => {
  const source = [
    'test("[A1] it goes on without it", () => expect(text).toBe("it goes on without it"));',
    'test.each([["it goes on without it"]])("[A2] %s starts anew", () => {});',
    'describe("a world that goes on", () => {});',
  ];
  const found = ["1: goes on", "2: anew", "3: goes on"];
  expect(habitsOf("packages/gui/src/a.test.ts", ...source)).toEqual(found);
  expect(habitsOf("tests/a.test.ts", ...source)).toEqual(found);
});

test("comments of message types, programs in Python and styles are prose", () => {
  const proto = [
    "// What people do. It is",
    "// done in vain.",
    "message A {",
    "  string shall = 1; // where they shall be",
    "  // for ever",
    "}",
  ];
  expect(habitsOf("a.proto", ...proto)).toEqual(["2: in vain", "4: shall", "5: for ever"]);
  const python = ['"""Reads it', 'anew."""', "def shall():", "    # so many", "    return 1  # in vain"];
  expect(habitsOf("a.py", ...python)).toEqual(["2: anew", "4: so many", "5: in vain"]);
  expect(habitsOf("a.css", ".shall {", "  /* so", "     many */", "}", "/* anew */")).toEqual([
    "2: so many",
    "5: anew",
  ]);
});
