import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("[SD30] the committed meshes are what the generator writes", () => {
  const run = (): string =>
    execFileSync(process.execPath, [join(import.meta.dirname, "gen-meshes.ts"), "--check"], { encoding: "utf8" });
  expect(run).not.toThrow();
});
