import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OrreryProcess, temporaryFolder } from "../e2e/orrery-process.ts";
import { compareFolders, judge } from "./compare-scenes.ts";
import { ORIGINS, set } from "./conformance-set.ts";

/** By file, with the reason: only if the reference is wrong, or the case is out of scope. */
const known = JSON.parse(readFileSync(join(import.meta.dirname, "known-differences.json"), "utf8")) as Readonly<
  Record<string, string>
>;

const why = existsSync(join(set, "expected")) ? "" : " (skipped: ../shared/conformance is not there)";

test.skipIf(why !== "")(
  `[CF1] worlds, models and robots are read as the reference reads them, but for known differences${why}`,
  async () => {
    const out = temporaryFolder();
    for (const [origin, folders] of Object.entries(ORIGINS)) {
      const paths = folders.flatMap((folder) => ["--resource-path", join(set, folder)]);
      // A cache of downloaded models on this machine would contain models that the reference did not have.
      const env = { GZ_FUEL_CACHE_PATH: join(out, "no-cache") };
      const args = ["scene", ...casesOf(origin), "--json", "--out", out, "--root", set, ...paths];
      expect(await new OrreryProcess(args, env).ended).toMatchObject({ status: 0, stdout: "" });
    }
    const { passed, failed } = compareFolders(out, join(set, "expected"));
    expect(Object.fromEntries(failed)).toEqual(
      Object.fromEntries(Object.keys(known).map((file) => [file, expect.any(Array) as readonly string[]])),
    );
    expect(failed.size).toBeLessThanOrEqual(0.02 * (passed + failed.size));
  },
  120_000,
);

function casesOf(origin: string): string[] {
  return readdirSync(join(set, origin), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(sdf|world|urdf)$/.test(file))
    .map((file) => join(set, origin, file))
    .toSorted();
}

test("[CF1] the comparison finds what differs, by name and within the reference's tolerances", () => {
  const link = { name: "l", pose: [0, 0, 0, 0, 0, 0, 1], mass: 1 };
  const model = {
    name: "m",
    static: false,
    pose: [1, 0, 0, 0, 0, 0, 1],
    links: [link],
    joints: [],
    frames: [],
    models: [],
  };
  const expected = { ok: true, worlds: [], models: [model], lights: [] };
  const of = (changed: object): readonly string[] | "skip" =>
    judge({ ...expected, models: [{ ...model, ...changed }] }, expected);
  expect(of({})).toEqual([]);
  expect(of({ pose: [1 + 1e-8, 0, 0, 0, 0, 0, -1] })).toEqual([]);
  expect(of({ pose: [1.1, 0, 0, 0, 0, 0, 1] })).toEqual([
    '.models["m"].pose: got [1.1,0,0,0,0,0,1], expected [1,0,0,0,0,0,1]',
  ]);
  expect(of({ links: [{ ...link, mass: 2 }] })).toEqual(['.models["m"].links["l"].mass: got 2, expected 1']);
  expect(of({ links: [] })).toEqual(['.models["m"].links: link "l" is missing']);
  expect(of({ static: true })).toEqual(['.models["m"].static: got true, expected false']);
  expect(judge({ ok: true }, { ok: false })).toEqual(["it is read, and should be refused"]);
  expect(judge({ ok: false }, { ok: false })).toEqual([]);
  expect(judge({ ok: true }, { ok: false, newer: true })).toBe("skip");
  expect(judge(undefined, expected)).toHaveLength(1);
});

test("[CF1] each known difference has its reason", () => {
  expect(Object.values(known).filter((reason) => reason.length < 10)).toEqual([]);
});
