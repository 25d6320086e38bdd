import { McapStreamReader } from "@mcap/core";
import { MessageRegistry, messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND } from "../base/time.ts";
import { jumped, openBall, play, seek } from "../testing/logged-ball.ts";
import { MemoryLog, MemoryStorage, memorySource, playback } from "../testing/recorded.ts";
import { LogFile } from "./log-file.ts";
import { LogWriter } from "./log-writer.ts";

test("[LG10] a log that was cut off plays as far as it goes; what is none is refused with the reason", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  sim.run({ steps: 3000 });
  const whole = await log.bytes();
  const times = async (bytes: Uint8Array): Promise<number[]> => {
    using runner = await playback(bytes, zstd);
    return play(runner).map(({ ms }) => ms);
  };
  // At first only the index is missing, then the last chunk as well.
  expect((await times(whole.subarray(0, -100))).length).toBe(3000);
  const { chunks, isWhole } = await LogFile.open(memorySource(whole, zstd));
  const cut = whole.subarray(0, chunks.at(-1)!.offset + 50);
  const left = await times(cut);
  expect(left.length).toBeLessThan(3000);
  expect(left).toEqual(left.map((_, i) => i + 1));
  expect([isWhole, (await LogFile.open(memorySource(cut, zstd))).isWhole]).toEqual([true, false]);

  const opened = async (bytes: Uint8Array): Promise<unknown> => LogFile.open(memorySource(bytes, zstd));
  await expect(opened(new TextEncoder().encode("<sdf/>"))).rejects.toThrow(
    "test.mcap: error: this is not an MCAP file",
  );
  await expect(opened(whole.subarray(0, 40))).rejects.toThrow(
    "test.mcap: error: this MCAP file is not a log of Orrery",
  );
  const damaged = whole.slice();
  damaged.fill(0, chunks[1]!.offset + 200, chunks[1]!.offset + 300);
  const errors: unknown[] = [];
  using runner = await playback(damaged, zstd, (error) => errors.push(error));
  const damage = /test.mcap: error: the log is damaged at byte \d+: /;
  expect(() => seek(runner, chunks[1]!.startNs / MILLISECOND + 1)).toThrow(damage);
  seek(runner, 0);
  const last = play(runner).at(-1)!;
  expect(last.ms * MILLISECOND).toBe(chunks[0]!.endNs);
  expect(String(errors[0])).toMatch(damage);
  // There is more after the damage.
  seek(runner, 2990);
  expect(play(runner).at(-1)!.ms).toBe(3000);
});

test("[LG17] a log that was cut off and is damaged, at its first piece too, still gives the rest", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  sim.run({ steps: 3000 });
  const whole = await log.bytes();
  const { chunks } = await LogFile.open(memorySource(whole, zstd));
  const cut = whole.subarray(0, chunks.at(-1)!.offset + 50);
  const damages = {
    contents: (bytes: Uint8Array) => bytes.fill(0, chunks[0]!.offset + 200, chunks[0]!.offset + 300),
    checksum: (bytes: Uint8Array) => (bytes[chunks[0]!.offset + 33]! ^= 4),
    length: (bytes: Uint8Array) => (bytes[chunks[0]!.offset + 2]! ^= 64),
    kind: (bytes: Uint8Array) => (bytes[chunks[0]!.offset] = 0x70),
  };
  for (const [what, damage] of Object.entries(damages)) {
    const damaged = cut.slice();
    damage(damaged);
    const opened = await LogFile.open(memorySource(damaged, zstd));
    const hasState = opened.has(opened.chunks[0]!, "keyframe");
    expect({ what, chunks: opened.chunks.length, hasState }).toEqual({
      what,
      chunks: chunks.length - 1,
      hasState: false,
    });
    expect(() => opened.entries(0)).toThrow(/damaged/);
    // From the next keyframe on.
    using runner = await playback(damaged, zstd);
    const first = runner.now().timeNs / MILLISECOND;
    expect(first).toBeGreaterThan(1);
    runner.state.step(20);
    for (let i = 0; i < 20; i++) runner.pass();
    expect(runner.now().timeNs / MILLISECOND).toBe(first + 20);
    const last = opened.entries(opened.chunks.length - 1).at(-1)!;
    expect(last.logNs).toBe(chunks.at(-2)!.endNs);
  }
});

test("[LG11] any reader of MCAP finds the messages of a log with their types, by log time, which never goes back", async () => {
  const { log } = await jumped(zstd);
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (bytes, size) => zstd.unpack(bytes, Number(size)) },
  });
  reader.append(log);
  const registry = new MessageRegistry({ builtin: false });
  const types = new Map<number, string>();
  const topics = new Map<number, { topic: string; type: string }>();
  const found: { topic: string; logTime: bigint; ms: number; value: unknown }[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === "Schema") {
      expect(record.encoding).toBe("protobuf");
      registry.addDescriptorSet(record.data);
      types.set(record.id, record.name);
    } else if (record.type === "Channel") {
      expect(record.messageEncoding).toBe("protobuf");
      topics.set(record.id, { topic: record.topic, type: types.get(record.schemaId)! });
    } else if (record.type === "Message") {
      const { topic, type } = topics.get(record.channelId)!;
      const ms = Number(record.publishTime) / MILLISECOND;
      found.push({ topic, logTime: record.logTime, ms, value: registry.decode(type, record.data) });
    }
  }
  expect(reader.done()).toBe(true);
  expect(found.find(({ topic }) => topic === "/world/test/log/command")?.value).toMatchObject({ id: "a:1" });
  expect(found.find(({ topic }) => topic === "/world/test/history/jump")?.value).toMatchObject({ cause: "UNDO" });
  const samples = found.filter(({ topic }) => /\/log\/(keyframe|changes)$/.test(topic));
  expect(samples.some(({ ms }, i) => ms < (samples[i - 1]?.ms ?? 0))).toBe(true);
  for (const [i, { logTime }] of samples.entries()) expect(logTime).toBeGreaterThan(samples[i - 1]?.logTime ?? -1n);
});

test("[LG16] a log can be made complete again and again while it is written, and then read as far as it went", async () => {
  const file = await LogFile.open(memorySource((await jumped(zstd)).log, zstd));
  const entries = file.chunks.flatMap((_, i) => file.entries(i));
  const storage = new MemoryStorage(zstd.pack);
  const writer = new LogWriter(storage, messages, { world: "test" });
  for (const [i, entry] of entries.entries()) {
    await writer.write(entry);
    if (i % 4 !== 0) continue;
    await writer.complete();
    // Without changes, nothing is written.
    const before = storage.bytes;
    await writer.complete();
    expect(storage.bytes).toEqual(before);
  }
  const cut = storage.bytes;
  await writer.complete();
  const whole = await LogFile.open(memorySource(storage.bytes, zstd));
  const kept = whole.chunks.flatMap((_, i) => whole.entries(i));
  expect(kept.map(({ kind, logNs, simNs }) => ({ kind, logNs, simNs }))).toEqual(
    entries.map(({ kind, logNs, simNs }) => ({ kind, logNs, simNs })),
  );
  using runner = await playback(cut, zstd);
  const times = play(runner).map(({ ms }) => ms);
  expect(times).toEqual([10, 20, 25, 30, 40, 50, 57, 25, 30, 40, 50, 60, 70, 80].slice(0, times.length));
  expect(times.length).toBeGreaterThan(10);
});
