import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { soak } from "../soak.ts";
import type { MutationReport } from "./load-mutations.ts";

const root = resolve(import.meta.dirname, "../..");

test("[SD36] broken and hostile files are refused with a line, or read; none takes long, fills the memory or crashes", async () => {
  const script = join(import.meta.dirname, "load-mutations.ts");
  const node = join(root, "node_modules/node/bin/node");
  // Garbage that nobody has collected yet is no use of memory: within this limit it has to be.
  const { stdout } = await promisify(execFile)(node, ["--max-old-space-size=256", script, String(soak(1000))], {
    maxBuffer: 1e8,
  });
  const { files, refused, broken, slowest, rssMb } = JSON.parse(stdout) as MutationReport;
  expect(broken).toEqual([]);
  // Most are refused; were none, nothing would have been tried.
  expect(refused).toBeGreaterThan(files / 4);
  expect({ ...slowest, isFast: slowest.seconds < 2 }).toMatchObject({ isFast: true });
  expect(rssMb).toBeLessThan(500);
}, 600_000);
