import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
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

const engines: readonly Engine[] = ["rapier"];
const recordings = fileURLToPath(new URL("../../../shared/parity/", import.meta.url));
const exceptions = JSON.parse(readFileSync(new URL("exceptions.json", import.meta.url), "utf8")) as Exception[];

test("[PG3] every exception gives its reason", () => {
  for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(20);
});

for (const engine of engines) {
  describe.skipIf(!existsSync(recordings))(`${engine}, with the recordings beside the checkout (else skipped)`, () => {
    for (const folder of worldFolders(recordings)) {
      test(`[PG1] ${basename(folder)} comes out as in Gazebo`, async ({ skip }) => {
        const { outcomes, complaints } = await runWorld(folder, { engine });
        const lacking = complaints.find((text) => text.includes("is not there yet"));
        if (lacking !== undefined) skip(lacking);
        const known = exceptions.filter((other) => other.world === basename(folder) && other.engine === engine);
        const failed = looseFailures(outcomes).map(({ check }) => describeCheck(check));
        // One that holds by now must leave the list.
        expect(failed.toSorted()).toEqual(known.map(({ check }) => check).toSorted());
      });
    }
  });
}
