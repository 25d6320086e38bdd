import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stalePaths } from "./check-paths.ts";

test("a path in a document that leads to no file is found, with its line", () => {
  const root = mkdtempSync(join(tmpdir(), "orrery-paths-"));
  mkdirSync(join(root, "packages/sim/src/runner"), { recursive: true });
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "packages/sim/src/runner/serve.ts"), "");
  writeFileSync(
    join(root, "docs/loop.md"),
    "The loop is `runner/serve.ts`,\nnot `runner/loop.ts`; `gauge.ts` and `./own/panel.tsx` are the reader's, runner/x.ts is no code.\n",
  );
  expect(stalePaths(root)).toEqual([{ file: "docs/loop.md", line: 2, path: "runner/loop.ts" }]);
});
