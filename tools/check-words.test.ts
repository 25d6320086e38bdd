import { expect, test } from "vitest";
import { wordsIn } from "./check-words.ts";

function habitsOf(file: string, ...lines: readonly string[]): string[] {
  return wordsIn(file, lines.join("\n")).map(({ line, text }) => `${line}: ${text}`);
}

test.each([
  ["Drawn again when the answer is another.", "is another"],
  ["The page's colours are others now.", "are others"],
  ["Waits so long, or until something arrives.", "so long"],
  ["It is made anew.", "made anew"],
  ["What can be gone to no more.", "to no more"],
  ["Sends it. Whether it was.", "Whether it was."],
  ["One solid a triangle, up to 1,024.", "One solid a triangle"],
  ["Where they shall be.", "shall"],
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

test("code, texts for users and quotations are not prose", () => {
  expect(habitsOf("a.ts", `const text = "so many of them"; // "so many", \`so many\``)).toEqual([]);
  expect(habitsOf("a.md", "```", "so many of them", "```", "A flag: `so many`")).toEqual([]);
});
