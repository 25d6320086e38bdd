import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND, SECOND, toSecNsec } from "../base/time.ts";
import { openBall } from "../testing/logged-ball.ts";
import { MemoryLog, MemoryStorage, memorySource, playback } from "../testing/recorded.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import { LogFile } from "./log-file.ts";
import { sectionsOf } from "./log-sections.ts";
import type { LogSource } from "./log-source.ts";
import { LogWriter } from "./log-writer.ts";

const HOUR = 3600;

/** Writes an hour with a command every second and a jump every ten minutes, completed every ten seconds. */
async function hour(): Promise<Uint8Array> {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 20 });
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  const [start, keyframe, changes] = file.entries(0) as [LogEntry, LogEntry, LogEntry];
  const storage = new MemoryStorage(zstd.pack);
  const writer = new LogWriter(storage, messages, { world: "test" });
  await writer.addTopic({ id: 0, name: "/filler", type: "x", schema: new Uint8Array(0) });
  const noise = new Uint8Array(4000);
  await writer.write(start);
  await writer.write(keyframe);
  let simNs = 0;
  for (let second = 1; second <= HOUR; second++) {
    simNs += SECOND;
    const at = { logNs: second * SECOND, simNs };
    const mark = { id: `a:${second}`, description: `Move to ${second}`, sim_time: toSecNsec(simNs) };
    await writer.write({ ...at, kind: "command", bytes: messages.encode(logTypes.command, mark) });
    await writer.write({ ...changes, ...at });
    for (let i = 0; i < noise.length; i++) noise[i] = (i * i * second * 7919) >> 7;
    await writer.writeMessages([{ ...at, topic: 0, bytes: noise }]);
    if (second % 10 === 0) await writer.complete();
    if (second % 600 !== 0 || second === HOUR) continue;
    simNs -= 60 * SECOND;
    const jump = { cause: "GO_TO" as const, to: toSecNsec(simNs) };
    const after = { logNs: second * SECOND + MILLISECOND, simNs };
    await writer.write({ ...after, kind: "jump", bytes: messages.encode(logTypes.jump, jump) });
    await writer.write({ ...keyframe, ...after });
  }
  await writer.finish();
  return storage.bytes;
}

function counted(source: LogSource): LogSource & { bytes: number } {
  const counting = {
    ...source,
    bytes: 0,
    read: (at: number, length: number) => {
      counting.bytes += length;
      return source.read(at, length);
    },
  };
  return counting;
}

test("[LG22] an hour with a command a second is opened by reading its index, and lists what a log without one lists", async () => {
  const bytes = await hour();
  const source = counted(memorySource(bytes, zstd));
  const log = await LogFile.open(source);
  const sections = sectionsOf(log, messages, fail);
  expect(sections.length).toBe(6);
  expect(sections.flatMap(({ marks }) => marks).length).toBe(HOUR);
  expect(source.bytes).toBeLessThan(400_000);
  expect(bytes.length).toBeGreaterThan(5 * source.bytes);

  // Cut off before the index, it is read from the beginning.
  const found = await LogFile.open(memorySource(bytes.subarray(0, -100), zstd));
  expect([found.isWhole, found.events.length]).toEqual([false, 0]);
  expect(sectionsOf(found, messages, fail)).toEqual(sections);
  expect(log.events.length).toBeGreaterThan(10);
});

test("[LG22] a damaged list of commands is reported, and what it would have said is read from the log itself", async () => {
  const bytes = await hour();
  const log = await LogFile.open(memorySource(bytes, zstd));
  const sections = sectionsOf(log, messages, fail);
  const damaged = bytes.slice();
  damaged.fill(255, log.events[3]!.offset + 100, log.events[3]!.offset + 400);
  const errors: unknown[] = [];
  const again = sectionsOf(await LogFile.open(memorySource(damaged, zstd)), messages, (error) => errors.push(error));
  expect(again).toEqual(sections);
  expect(String(errors[0])).toMatch("test.mcap: error: the log is damaged");
  using runner = await playback(damaged, zstd, () => {});
  runner.past.goTo({ id: "a:3000", timeNs: undefined }, { author: "", authorName: "" });
  expect(runner.now().timeNs).toBeLessThan(3000 * SECOND);
});

function fail(error: unknown): void {
  throw error;
}
