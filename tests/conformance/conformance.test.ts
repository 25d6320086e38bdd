import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { OrreryProcess, temporaryFolder } from "../e2e/orrery-process.ts";
import { ORIGINS, set } from "./conformance-set.ts";

/** By file, with the reason: only where the reference is wrong, or the case out of scope. */
const known = JSON.parse(readFileSync(join(import.meta.dirname, "known-differences.json"), "utf8")) as Readonly<
  Record<string, string>
>;

const why = existsSync(join(set, "compare.py")) ? "" : " (skipped: ../shared/conformance is not there)";

test.skipIf(why !== "")(
  `[CF1] worlds, models and robots are read as the reference reads them, but for known differences${why}`,
  async () => {
    const out = temporaryFolder();
    for (const [origin, folders] of Object.entries(ORIGINS)) {
      const paths = folders.flatMap((folder) => ["--resource-path", join(set, folder)]);
      // A cache of downloaded models on this machine would find what the reference did not have.
      const env = { GZ_FUEL_CACHE_PATH: join(out, "no-cache") };
      const args = ["scene", ...casesOf(origin), "--json", "--out", out, "--root", set, ...paths];
      expect(await new OrreryProcess(args, env).ended).toMatchObject({ status: 0, stdout: "" });
    }
    const report = await compare(out);
    const differing = [...report.matchAll(/^FAIL (.+)\.json: /gm)].map(([, file]) => file);
    expect({ differing, report }).toEqual({ differing: Object.keys(known).toSorted(), report });
    const [, passed] = /(\d+) passed/.exec(report)!;
    expect(differing.length).toBeLessThanOrEqual(0.02 * (Number(passed) + differing.length));
  },
  120_000,
);

function casesOf(origin: string): string[] {
  return readdirSync(join(set, origin), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(sdf|world|urdf)$/.test(file))
    .map((file) => join(set, origin, file))
    .toSorted();
}

async function compare(actual: string): Promise<string> {
  const args = [join(set, "compare.py"), "-q", actual, join(set, "expected")];
  return promisify(execFile)("python3", args).then(
    ({ stdout }) => stdout,
    // Differences are status 1, and no failure of the comparison.
    (error: { stdout: string; stderr: string; code?: number }) => {
      if (error.code !== 1) throw new Error(`compare.py failed: ${error.stderr}`);
      return error.stdout;
    },
  );
}

test("[CF1] each known difference has its reason", () => {
  expect(Object.values(known).filter((reason) => reason.length < 10)).toEqual([]);
});
