import { messages, MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTo } from "../base/log.ts";
import { MILLISECOND } from "../base/time.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { moveBall, openBall, play, undo } from "../testing/logged-ball.ts";
import { MemoryLog, MemoryStorage, memorySource, playback } from "../testing/recorded.ts";
import { checkLog } from "./check-log.ts";
import { cutLog, mergeLogs } from "./copy-log.ts";
import { diffLogs } from "./diff-logs.ts";
import { exportMessages, exportPoses, sceneInLog } from "./export-log.ts";
import { LogFile } from "./log-file.ts";
import { LogWriter } from "./log-writer.ts";

const options = () => ({
  library: new SystemLibrary(builtInSystems),
  messages: new MessageRegistry(),
  log: logTo(() => {}),
  nowMs: () => 0,
});

/** Records 100 ms of a ball that is moved to a height at 40 ms, goes back at 70 ms, and continues to 100 ms. */
async function record(height: number): Promise<LogFile> {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100, topics: ["/clock"] });
  sim.run({ steps: 40 });
  moveBall(sim, "a:1", height);
  sim.run({ steps: 29 });
  undo(sim, "a:1");
  sim.run({ steps: 60 });
  return open(await log.bytes());
}

const open = (bytes: Uint8Array): Promise<LogFile> => LogFile.open(memorySource(bytes, zstd));

async function written(fill: (writer: LogWriter) => Promise<unknown>): Promise<Uint8Array> {
  const storage = new MemoryStorage(zstd.pack);
  const writer = new LogWriter(storage, messages, { world: "test" });
  await fill(writer);
  await writer.finish();
  return storage.bytes;
}

async function times(bytes: Uint8Array): Promise<number[]> {
  using runner = await playback(bytes, zstd);
  return [runner.now().timeNs / MILLISECOND, ...play(runner).map(({ ms }) => ms)];
}

test("[LG25] a part of a log is a log: it plays, its run can be repeated, and it has the messages of that part", async () => {
  const log = await record(9);
  const range = { fromNs: 30 * MILLISECOND, toNs: 60.5 * MILLISECOND };
  const part = await written((writer) => cutLog(log, range, writer, options()));
  expect(await times(part)).toEqual([30, 40, 50, 60]);
  const cut = await open(part);
  expect(await checkLog(cut, options())).toMatchObject({ samples: 4, inputs: 1, differsAtNs: undefined });
  const clocks = [...cut.topicMessages({ fromNs: 0, toNs: Infinity })].flat();
  expect([clocks.length, clocks[0]!.simNs, clocks.at(-1)!.simNs]).toEqual([31, 30 * MILLISECOND, 60 * MILLISECOND]);
  const beyond = { fromNs: 999 * MILLISECOND, toNs: Infinity };
  await expect(written((writer) => cutLog(log, beyond, writer, options()))).rejects.toThrow(
    "the log ends before 0.999 s",
  );
});

test("[LG26] logs of a world become one log, in which time jumps where the next one begins; it can be repeated", async () => {
  const [one, other] = [await record(9), await record(7)];
  const merged = await written((writer) => mergeLogs([one, other], writer));
  const once = [0, 10, 20, 30, 40, 50, 60, 70, 40, 50, 60, 70, 80, 90, 100];
  expect((await times(merged)).map(Math.round)).toEqual([...once, ...once]);
  const log = await open(merged);
  expect(await checkLog(log, options())).toMatchObject({ inputs: 4, differsAtNs: undefined });
  expect(log.topics).toMatchObject([{ name: "/clock" }]);
});

test("[LG27] two logs are compared at the moments that both have; what differs first is named, and the input before it", async () => {
  const [one, same, other] = [await record(9), await record(9), await record(7)];
  const diff = (a: LogFile, b: LogFile) => diffLogs([a, b], { most: 20, onProgress: () => {} });
  expect(diff(one, same)).toMatchObject({ differsAtNs: undefined, parts: [], input: undefined });
  const found = diff(one, other);
  expect(found.differsAtNs).toBe(50 * MILLISECOND);
  expect(found.parts.map(({ entity, component }) => [entity.replace(/ .*/, ""), component])).toContainEqual([
    "ball",
    "gz_sim_components.Pose",
  ]);
  expect(found.parts.find(({ component }) => component.endsWith(".Pose"))!.one).toMatch(/z 8\.99/);
  expect(found.input).toMatchObject({ timeNs: 40 * MILLISECOND, one: "request /world/test/command at step 40" });
  const part = await open(
    await written((writer) => cutLog(one, { fromNs: 0, toNs: 50 * MILLISECOND }, writer, options())),
  );
  expect(diff(one, part)).toMatchObject({ same: 6, differsAtNs: undefined, ends: [100e6, 50e6] });
});

test("[LG28] poses, events and messages, and the world of a moment are exported for other programs", async () => {
  const log = await record(9);
  const poses = [...exportPoses(log, () => {})];
  expect(poses[0]).toBe("log_time,sim_time,model,x,y,z,qx,qy,qz,qw");
  expect(poses[1]).toBe("0,0,ball,0,0,5,0,0,0,1");
  const all = [...exportMessages(log, () => {})].map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(all.find(({ kind }) => kind === "jump")).toMatchObject({ message: { cause: "UNDO" } });
  expect(all.filter(({ topic }) => topic === "/clock").at(-1)).toMatchObject({ type: "gz.msgs.Clock", sim_time: 0.1 });
  expect(sceneInLog(log, 0).models).toMatchObject([{ name: "ball", pose: { z: 5 } }]);
  expect(sceneInLog(log).models[0]!.pose.z).toBeLessThan(5);
});
