import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND } from "../base/time.ts";
import type { Delta } from "../ecs/delta.ts";
import { encodeDelta } from "../stream/delta-codec.ts";
import { openBall, play, seek } from "../testing/logged-ball.ts";
import { MemoryLog, memorySource, playback, writtenLog } from "../testing/recorded.ts";
import type { LogEntry } from "./log-channels.ts";
import { LogFile } from "./log-file.ts";
import { LogError } from "./log-error.ts";

const nothing: Delta = { removed: [], placed: [], unset: [], set: [] };

/** Plays a log as far as possible and returns what is wrong with it; empty if nothing is. */
async function faultOf(bytes: Uint8Array): Promise<string> {
  const errors: unknown[] = [];
  try {
    using runner = await playback(bytes, zstd, (error) => errors.push(error));
    play(runner);
  } catch (error) {
    errors.push(error);
  }
  for (const error of errors) expect(error).toBeInstanceOf(LogError);
  return errors.map(String).join();
}

/** Records 50 ms, with a sample every 10 ms. */
async function entriesOf(): Promise<{ entries: LogEntry[]; root: number }> {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 50 });
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  return { entries: file.chunks.flatMap((_, i) => file.entries(i)), root: sim.runner.root };
}

const stateOf = (delta: Delta): Uint8Array =>
  messages.encode("orrery.msgs.StateChunk", { changes: encodeDelta(delta) });

test("[LG10] states, jumps, times and names that make no sense are refused with the reason, also in the middle", async () => {
  const { entries, root } = await entriesOf();
  const last = entries.at(-1)!;
  const fault = async (list: readonly LogEntry[], world?: string): Promise<string> =>
    faultOf(await writtenLog(list, zstd, world));
  const keyframes = (bytes: Uint8Array): LogEntry[] =>
    entries.map((entry) => (entry.kind === "keyframe" ? { ...entry, bytes } : entry));
  expect(await fault(entries)).toBe("");
  expect(await fault(keyframes(new Uint8Array([255, 255, 255])))).toMatch("the log is damaged");
  expect(await fault(keyframes(stateOf(nothing)))).toMatch("a state has no clock");
  const removal = { ...last, bytes: stateOf({ ...nothing, removed: [root as never] }) };
  expect(await fault([...entries.slice(0, -1), removal])).toMatch("a state has no clock");
  const jump: LogEntry = { ...entries[3]!, kind: "jump", bytes: new Uint8Array([255, 255, 255]) };
  expect(await fault([...entries.slice(0, 3), jump, ...entries.slice(3)])).toMatch("the log is damaged");
  expect(await fault(entries, "w".repeat(5000))).toMatch("the name of its world is too long");
});

test("[LG10] a jump that lies leads nowhere else than to its samples", async () => {
  const { entries } = await entriesOf();
  const bytes = messages.encode("orrery.msgs.TimeJump", { cause: "UNDO", from: { sec: 100 }, to: { sec: -50 } });
  const jump: LogEntry = { ...entries[3]!, kind: "jump", bytes };
  using runner = await playback(await writtenLog([...entries.slice(0, 3), jump, ...entries.slice(3)], zstd), zstd);
  expect(
    runner.past.stretches().map(({ start, end }) => [start.timeNs, end.timeNs].map((ns) => ns / MILLISECOND)),
  ).toEqual([
    [0, 10],
    [20, 50],
  ]);
});

test("[LG10] an index that leads astray, and chunks that grow without measure, are refused with the reason", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 50 });
  const whole = Buffer.from(await log.bytes());
  const [chunk] = (await LogFile.open(memorySource(whole, zstd))).chunks;
  const entry = Buffer.alloc(16);
  entry.writeBigUInt64LE(BigInt(chunk!.offset), 0);
  entry.writeBigUInt64LE(BigInt(chunk!.length), 8);
  const at = whole.lastIndexOf(entry);
  const withIndex = (offset: bigint, length: bigint): Uint8Array => {
    const bytes = Buffer.from(whole);
    bytes.writeBigUInt64LE(offset, at);
    bytes.writeBigUInt64LE(length, at + 8);
    // The checksum of the index; 0 means that there is none.
    bytes.writeUInt32LE(0, bytes.length - 12);
    return bytes;
  };
  for (const [offset, length] of [
    [1n << 40n, 100n],
    [1n << 63n, 100n],
    [BigInt(chunk!.offset), 20n],
  ] as const) {
    expect(await faultOf(withIndex(offset, length))).toMatch("the log is damaged at byte");
  }
  const grown = Buffer.from(whole);
  grown.writeBigUInt64LE(3_000_000_000n, chunk!.offset + UNPACKED_SIZE_AT);
  expect(await faultOf(grown)).toMatch("a part of it is too large");
});

/** Offset in the record of a chunk: after its opcode, its length, and two times. */
const UNPACKED_SIZE_AT = 25;

test("[LG10] the moment right before damage can be gone to, and looked at", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  sim.run({ steps: 2000 });
  const damaged = (await log.bytes()).slice();
  const { chunks } = await LogFile.open(memorySource(damaged, zstd));
  damaged.fill(0, chunks[1]!.offset + 200, chunks[1]!.offset + 300);
  using runner = await playback(damaged, zstd);
  seek(runner, chunks[0]!.endNs / MILLISECOND);
  runner.pass();
  expect(runner.now().timeNs).toBe(chunks[0]!.endNs);
});
