import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesSource, readCsv } from "@orrery/plots";
import { expect, test } from "vitest";
import { orrery, OrreryProcess, serving, temporaryFolder } from "./orrery-process.ts";

test("[CL77] [CL79] values of a running world, of a run for the plot and of its log are plotted without a browser", async () => {
  const folder = temporaryFolder();
  const { url } = await serving("worlds/shapes.sdf");
  const csv = join(folder, "live.csv");
  const live = new OrreryProcess(["plot", "pyramid_1::link::pose", "--seconds", "0.3", "--out", csv, "--server", url]);
  const log = join(folder, "run.mcap");
  expect(await orrery("run", "shapes", "--headless", "--steps", "200", "--record", log)).toMatchObject({ status: 0 });
  const z = "pyramid_1::link::pose.z";
  const [again, run, { status }] = await Promise.all([
    orrery("plot", z, "--from", log),
    orrery("plot", z, "--headless", "shapes", "--steps", "200"),
    live.ended,
  ]);
  expect(status).toBe(0);
  const { table } = await readCsv(bytesSource(csv, readFileSync(csv)));
  expect(table.columns).toHaveLength(7);
  expect(table.times.length).toBeGreaterThanOrEqual(300);
  expect(table.times.every((time, i) => i === 0 || Math.round((time - table.times[i - 1]!) * 1000) === 1)).toBe(true);

  expect(run).toMatchObject({ status: 0, stderr: "" });
  // The same curves, below different titles.
  const curves = (text: string): string => text.slice(text.indexOf("\n"));
  expect(curves(run.stdout)).toMatch(/^\n● pyramid_1::link::pose\.z 0\.\d+ m\n/);
  expect(curves(again.stdout)).toBe(curves(run.stdout));
  expect(existsSync(csv)).toBe(true);
});

test("[CL78] what cannot be combined, and files that are neither logs nor tables, are refused", async () => {
  const both = await orrery("plot", "x", "--from", "a.csv", "--headless", "shapes", "--steps", "1");
  expect(both).toMatchObject({ status: 2, stdout: "" });
  expect(both.stderr).toContain("--from and --headless exclude each other");
  const missing = await orrery("plot", "x", "--from", "none.mcap");
  const world = await orrery("plot", "x", "--from", "worlds/empty.sdf");
  expect(world).toMatchObject({ status: 1, stderr: "worlds/empty.sdf: error: there are no numbers in it\n" });
  expect(missing).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/^none\.mcap: error: /) });
});
