import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("[SD30] the committed stress world is what the generator writes", () => {
  const run = (): string =>
    execFileSync(process.execPath, [join(import.meta.dirname, "gen-worlds.ts"), "--check"], { encoding: "utf8" });
  expect(run).not.toThrow();
});
