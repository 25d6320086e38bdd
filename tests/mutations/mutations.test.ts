import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { soak } from "../soak.ts";
import type { MutationReport } from "./load-mutations.ts";

const root = resolve(import.meta.dirname, "../..");
const node = join(root, "node_modules/node/bin/node");
const folder = mkdtempSync(join(tmpdir(), "orrery-mutations-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("[SD36] broken and hostile files are refused with a line, or read; none takes long or crashes", async () => {
  const script = join(import.meta.dirname, "load-mutations.ts");
  const { stdout } = await promisify(execFile)(node, [script, String(soak(1000)), folder], { maxBuffer: 1e8 });
  const { files, refused, broken, slowest } = JSON.parse(stdout) as MutationReport;
  expect(broken).toEqual([]);
  // Most are refused; if none were, nothing would have been tested.
  expect(refused).toBeGreaterThan(files / 4);
  expect({ ...slowest, isFast: slowest.seconds < 2 }).toMatchObject({ isFast: true });
}, 600_000);

test.skipIf(!existsSync("/proc/self/status"))(
  "[SD36] orrery check reads all of them in one process that never has 500 MB (skipped where /proc does not tell)",
  async () => {
    const files = readdirSync(folder).map((name) => join(folder, name));
    const words = [
      "--import",
      join(import.meta.dirname, "report-peak.mjs"),
      join(root, "packages/server/src/cli.mjs"),
      "check",
    ];
    const { promise, resolve: ended } = Promise.withResolvers<{ stdout: string; stderr: string }>();
    // Its status is 1, because most files have errors.
    execFile(node, [...words, ...files], { maxBuffer: 1e9 }, (_, stdout, stderr) => ended({ stdout, stderr }));
    const { stdout, stderr } = await promise;
    expect(stdout).toMatch(`${files.length} files: `);
    expect(Number(/peak (\d+) MB\n$/.exec(stderr)?.[1])).toBeLessThan(500);
  },
  600_000,
);
