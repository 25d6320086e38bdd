import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LogFile } from "@orrery/sim/logs";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { FileLogSource } from "./log-source.ts";
import { Recording } from "./recording.ts";
import type { RunSummary } from "../world/thread-messages.ts";
import { startWorld } from "../world/start-world.ts";

/** Makes 500 steps of a world, runs `before` the log ends, and finishes the log. */
async function record(
  folder: string,
  file: string,
  before: (recording: Recording) => void | Promise<void> = () => {},
): Promise<{ summary: RunSummary; failures: string[]; bytes: number }> {
  const world = join(folder, "world.sdf");
  writeFileSync(world, `<sdf version="1.9"><world name="w"/></sdf>`);
  const failures: string[] = [];
  const recording = new Recording({
    file,
    rateHz: 100,
    about: { worldFile: world },
    onFailure: (reason) => failures.push(reason),
  });
  const thread = await startWorld({
    world,
    resourceFolders: [],
    pluginFolders: [],
    systems: defaultConfig.systems,
    paused: false,
    targetFactor: 0,
    steps: 500,
    record: recording.start,
    onLog: () => undefined,
  });
  const summary = await thread.ended;
  await before(recording);
  return { summary, failures, bytes: (await recording.finish()).bytes };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("[SV42] the log of a run is whole when the recording is finished, and says what it is of", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "run.mcap");
  const { failures, bytes } = await record(folder, file);
  const source = new FileLogSource(file);
  const { isWhole, world, about } = await LogFile.open(source);
  expect({ failures, isWhole, world }).toEqual({ failures: [], isWhole: true, world: "w" });
  expect([source.size, about.get("worldFile")]).toEqual([bytes, join(folder, "world.sdf")]);
});

test("[SV42] a log that cannot be written is told of once, and the world runs on to its end", async () => {
  const folder = temporaryFolder();
  const { summary, failures } = await record(folder, join(folder, "gone", "run.mcap"));
  expect(summary.steps).toBe(500);
  expect(failures).toEqual(["there is no such folder"]);
});

test("[SV42] a log has its first state as soon as the world has, before it is made complete for the first time", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "run.mcap");
  let opened: LogFile | undefined;
  await record(folder, file, async () => {
    await vi.waitFor(async () => (opened = await LogFile.open(new FileLogSource(file))), { timeout: 20_000 });
  });
  expect(opened!.first).toEqual({ chunk: 0, entry: 1 });
});

test("[SV42] a log whose folder was removed, or that was moved away, is told of", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "logs"));
  const removed = await record(folder, join(folder, "logs", "run.mcap"), async ({ opened }) => {
    await opened;
    rmSync(join(folder, "logs"), { recursive: true });
  });
  expect(removed.failures).toEqual(["the file was removed while it was being written"]);
  const moved = await record(folder, join(folder, "run.mcap"), async ({ opened }) => {
    await opened;
    renameSync(join(folder, "run.mcap"), join(folder, "other.mcap"));
  });
  expect(moved.failures).toEqual(["the file was moved away while it was being written"]);
});
