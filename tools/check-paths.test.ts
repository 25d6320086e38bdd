import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { codeNames } from "./code-names.ts";
import { stalePaths } from "./check-paths.ts";

/** Returns the stale references of a document in a repository with the file `packages/sim/src/runner/serve.ts`. */
function staleIn(...lines: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), "orrery-paths-"));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write("packages/sim/src/runner/serve.ts", "export class Loop { #passes = 0; pass(): void {} }");
  write("docs/loop.md", lines.join("\n"));
  return stalePaths(root).map(({ file, line, path }) => `${file}:${line}: ${path}`);
}

test("a path in a document that leads to no file is found, with its line", () => {
  const lines = [
    "The loop is `runner/serve.ts`,",
    "not `runner/loop.ts`; `gauge.ts` and `./own/panel.tsx` are the reader's, runner/x.ts is no code.",
  ];
  expect(staleIn(...lines)).toEqual(["docs/loop.md:2: runner/loop.ts"]);
});

test("in tables, names of files, folders and patterns of paths are checked too", () => {
  const lines = [
    "| `serve.ts` | `runner/` | `packages/sim` | `runner/s*.ts` | `/runner/x` | `history/jump` | `1/3` | `npm run loop` |",
    "| `loop.ts` | `loops/` | `packages/loop` | `runner/l*.ts` | `plugins/loop` |",
  ];
  const stale = ["loop.ts", "loops/", "packages/loop", "runner/l*.ts", "plugins/loop"];
  expect(staleIn(...lines)).toEqual(stale.map((path) => `docs/loop.md:2: ${path}`));
});

test("a member of a class is found where no file that declares the class has it", () => {
  const lines = [
    "`Loop.pass`, `Loop.#passes` and `Math.sin` are,",
    "`Loop.passes`, `Loop.#pass` and `Loop.end` are not.",
  ];
  const stale = ["Loop.passes", "Loop.#pass", "Loop.end"];
  expect(staleIn(...lines)).toEqual(stale.map((path) => `docs/loop.md:2: ${path}`));
});

test("of several declarations with one name, one with the member is enough", () => {
  const names = codeNames(["class Step { count = 0; }", "interface Step { readonly dt: number }"]);
  expect(["Step.count", "Step.dt", "Step.end"].map((name) => names.isStale(name))).toEqual([false, false, true]);
});
