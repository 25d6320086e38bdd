import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeCheck } from "./checks.ts";
import { looseFailures } from "./report.ts";
import { worldFolders } from "./run.ts";
import { runWorld, type Engine } from "./run-world.ts";

/** Loose checks that an engine is known to fail, and why. */
interface Exception {
  readonly world: string;
  readonly engine: Engine;
  readonly check: string;
  readonly reason: string;
}

const engines: readonly Engine[] = ["rapier", "mujoco"];
const recordings = fileURLToPath(new URL("../../../shared/parity/", import.meta.url));
const exceptions = JSON.parse(readFileSync(new URL("exceptions.json", import.meta.url), "utf8")) as Exception[];

test("[PG3] every exception gives its reason", () => {
  for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(20);
});

const folders = existsSync(recordings) ? worldFolders(recordings) : [];

test.skipIf(folders.length > 0)("[PG1] skipped: no recordings in ../shared/parity", ({ skip }) => skip());

for (const engine of engines) {
  for (const folder of folders) {
    test(`[PG1] ${engine}: ${basename(folder)} comes out as in Gazebo`, async ({ skip }) => {
      const { outcomes, complaints, engine: taken } = await runWorld(folder, { engine });
      if (taken !== engine) skip(`${engine} is not to be had yet`);
      const failed = looseFailures(outcomes).map(({ check }) => describeCheck(check));
      const lacking = complaints.find((text) => text.includes("is not available yet"));
      if (lacking !== undefined && failed.length > 0) skip(lacking);
      const known = exceptions.filter((other) => other.world === basename(folder) && other.engine === engine);
      // A check that passes must leave the list.
      expect(failed.toSorted()).toEqual(known.map(({ check }) => check).toSorted());
    });
  }
}
