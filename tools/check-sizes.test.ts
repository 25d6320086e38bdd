import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkSizes } from "./check-sizes.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns what is wrong with a repository of files with these names and numbers of lines. */
function problemsOf(lines: Record<string, number>): string[] {
  const root = mkdtempSync(join(tmpdir(), "orrery-sizes-"));
  folders.push(root);
  for (const folder of ["bench", "packages", "tests", "tools"]) mkdirSync(join(root, folder));
  for (const [file, count] of Object.entries(lines)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "line\n".repeat(count));
  }
  return checkSizes(root);
}

/** Returns this many files of one line with a name that ends so. */
function files(count: number, end: string): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`packages/gui/src/ui/${i}${end}`, 1]));
}

test("a file of more than 320 lines is refused, unless it is a test or generated", () => {
  const lines = { "tools/a.ts": 320, "bench/b.mjs": 321, "packages/c.test.ts": 999, "packages/gen/d.ts": 999 };
  expect(problemsOf(lines)).toEqual(["bench/b.mjs: 321 lines are more than 320: split it"]);
});

test("a folder of more than 35 source files is refused; tests, other files and folders in it do not count", () => {
  expect(
    problemsOf({ ...files(35, ".tsx"), ...files(9, ".test.ts"), ...files(9, ".css"), ...files(9, "/a.ts") }),
  ).toEqual([]);
  expect(problemsOf(files(36, ".ts"))).toEqual([
    "packages/gui/src/ui: 36 source files are more than 35: make folders, one for each subject",
  ]);
});
