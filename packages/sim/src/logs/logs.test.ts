import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { McapStreamReader } from "@mcap/core";
import { MessageRegistry, type gz, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { hexOf } from "../base/hash.ts";
import { identityPose } from "../base/pose.ts";
import { MILLISECOND, toSecNsec } from "../base/time.ts";
import { moveEdit } from "../commands/make-edit.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import type { Asker } from "../history/shown-past.ts";
import type { Runner } from "../runner/runner.ts";
import { LogFile } from "./log-file.ts";
import { MemoryLog, memorySource, playback } from "../testing/recorded.ts";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";

const zstd = {
  pack: (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes),
  unpack: (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes),
};
const me: Asker = { author: "ann", authorName: "Ann" };
const ball = `<model name="ball"><pose>0 0 5 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link></model>`;

function open(options: TestSimOptions = {}): Promise<TestSim> {
  const defaultSystems = ["physics", "user-commands"];
  return TestSim.load(ball, { history: { enabled: true }, defaultSystems, ...options });
}

function move(sim: TestSim, id: string, z: number): void {
  const edits = [moveEdit(sim.entity("ball"), { ...identityPose, z })];
  sim.request("/world/test/command", "orrery.msgs.Command", { id, description: `Move to ${z}`, edits });
  sim.run({ steps: 1 });
}

function undo(sim: TestSim, id: string): void {
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id, undo: true });
  sim.runner.pass();
}

function stateOf({ world }: Runner): string {
  return hexOf(hashComponents(world));
}

/** Plays from where it is to the end: time and state of each sample on the way. */
function play(runner: Runner): { ms: number; state: string }[] {
  const samples: { ms: number; state: string }[] = [];
  runner.state.run();
  while (!runner.state.paused) {
    runner.pass();
    samples.push({ ms: runner.now().timeNs / MILLISECOND, state: stateOf(runner) });
  }
  return samples;
}

function seek(runner: Runner, ms: number): void {
  runner.past.goTo({ id: "", timeNs: ms * MILLISECOND }, me);
}

test("[LG1] a log holds every component to the bit, as often as it was asked to", async () => {
  using sim = await open();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  const states = new Map([[0, stateOf(sim.runner)]]);
  for (let i = 1; i <= 20; i++) {
    sim.run({ steps: 10 });
    states.set(i * 10, stateOf(sim.runner));
  }
  using runner = await playback(await log.bytes(), zstd);
  expect(stateOf(runner)).toBe(states.get(0));
  const played = play(runner);
  expect(played.map(({ ms }) => ms)).toEqual([...states.keys()].slice(1));
  for (const { ms, state } of played) expect({ ms, state }).toEqual({ ms, state: states.get(ms) });
});

test("[LG2] a recording goes on through undo", async () => {
  using sim = await open();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 40 });
  move(sim, "a:1", 9);
  sim.run({ steps: 58 });
  undo(sim, "a:1");
  expect(sim.runner.now().timeNs).toBe(40 * MILLISECOND);
  sim.run({ steps: 30 });
  const end = stateOf(sim.runner);
  using runner = await playback(await log.bytes(), zstd);
  const times = play(runner).map(({ ms }) => ms);
  expect(times).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 99, 40, 50, 60, 70]);
  expect(stateOf(runner)).toBe(end);
});

/** Moves at 25 ms, is taken back at 57 ms, and goes on to 80 ms. */
async function jumped(): Promise<{ log: Uint8Array; before: string; undone: string; landed: string }> {
  using sim = await open();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 25 });
  const landed = stateOf(sim.runner);
  move(sim, "a:1", 9);
  sim.run({ steps: 4 });
  const before = stateOf(sim.runner);
  sim.run({ steps: 27 });
  const undone = stateOf(sim.runner);
  undo(sim, "a:1");
  expect(stateOf(sim.runner)).toBe(landed);
  sim.run({ steps: 55 });
  return { log: await log.bytes(), before, undone, landed };
}

test("[LG3] the jump is in the log: playing it back, time jumps as it did, and who did it is told", async () => {
  const { log, undone, landed } = await jumped();
  using runner = await playback(log, zstd);
  const told: orrery.TimeJump[] = [];
  const node = runner.node("test");
  node.subscribe<orrery.TimeJump>("/world/test/history/jump", ({ value }) => told.push(value));
  const { timeline } = runner.past;
  const played = play(runner);
  const at = played.findIndex(({ ms }, i) => ms < (played[i - 1]?.ms ?? 0));
  expect(played[at - 1]).toEqual({ ms: 57, state: undone });
  expect(played[at]).toEqual({ ms: 25, state: landed });
  expect(played.at(-1)!.ms).toBe(80);
  expect(told).toMatchObject([
    { cause: "UNDO", from: toSecNsec(57 * MILLISECOND), to: toSecNsec(25 * MILLISECOND), description: "Move to 9" },
  ]);
  expect(runner.numbers.timeline).toBe(timeline + 1);
});

test("[LG4] seeking to a time that is in the log twice leads to the first sample that has it", async () => {
  const { log, before } = await jumped();
  using runner = await playback(log, zstd);
  play(runner);
  const second = stateOf(runner);
  seek(runner, 30);
  expect(runner.now().timeNs).toBe(30 * MILLISECOND);
  expect({ state: stateOf(runner), present: runner.past.present.id }).toEqual({ state: before, present: "section-1" });
  // One that is there once only, after the jump.
  seek(runner, 80);
  expect({ state: stateOf(runner), present: runner.past.present.id }).toEqual({ state: second, present: "section-2" });
  // Between two samples, what was at the last.
  seek(runner, 33);
  expect(runner.now().timeNs).toBe(30 * MILLISECOND);
  expect(() => seek(runner, 81)).toThrow("no moment at 0.081 s: it goes from 0.000 s to 0.080 s");
});

test("[LG5] a log is listed as stretches that follow on each other, with its commands: each can be gone to", async () => {
  const { log, landed } = await jumped();
  using runner = await playback(log, zstd);
  const lists: orrery.History[] = [];
  runner.node("test").subscribe<orrery.History>("/world/test/history", ({ value }) => lists.push(value));
  runner.pass();
  const span = (id: string, parent: string, start: number, end: number) => ({
    id,
    parent,
    start: toSecNsec(start * MILLISECOND),
    end: toSecNsec(end * MILLISECOND),
  });
  expect(lists[0]).toMatchObject({
    log: "test.mcap",
    enabled: true,
    present: "section-1",
    ahead: "section-2",
    stretches: [
      { ...span("section-1", "", 0, 57), marks: [{ id: "a:1", description: "Move to 9" }] },
      span("section-2", "section-1", 25, 80),
    ],
  });
  runner.past.goTo({ id: "a:1", timeNs: undefined }, me);
  expect(stateOf(runner)).toBe(landed);
  runner.past.goTo({ id: "section-2", timeNs: 30 * MILLISECOND }, me);
  runner.pass();
  expect([runner.now().timeNs, lists.at(-1)!.present]).toEqual([30 * MILLISECOND, "section-2"]);
  runner.past.goTo({ id: "section-2", timeNs: undefined }, me);
  runner.pass();
  expect([runner.now().timeNs, lists.at(-1)!.ahead]).toEqual([80 * MILLISECOND, ""]);
  expect(() => runner.past.goTo({ id: "section-3", timeNs: undefined }, me)).toThrow('nothing called "section-3"');
});

test("[LG6] every sample of a log can be gone to, in any order, and is the same as when played", async () => {
  using sim = await open();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  // Enough for several keyframes, and for several chunks.
  sim.run({ steps: 3000 });
  const bytes = await log.bytes();
  const { chunks } = await LogFile.open(memorySource(bytes, zstd));
  expect(chunks.length).toBeGreaterThan(2);
  using runner = await playback(bytes, zstd);
  const played = new Map([[0, stateOf(runner)], ...play(runner).map(({ ms, state }) => [ms, state] as const)]);
  expect(played.size).toBe(3001);
  for (const ms of [2999, 1, 1500, 1501, 1499, 2998, 700, 3000, 0, 2]) {
    seek(runner, ms);
    expect({ ms, state: stateOf(runner) }).toEqual({ ms, state: played.get(ms) });
    expect(runner.now().timeNs).toBe(ms * MILLISECOND);
  }
});

test("[LG7] a log that is played back cannot be changed; it stops at its end, and begins anew from there", async () => {
  const { log } = await jumped();
  using runner = await playback(log, zstd);
  const ask = async (service: string, request: object): Promise<string> => {
    const asked = runner.node("test").request<gz.Boolean>(`/world/test/${service}`, request);
    runner.pass();
    const { data, header } = await asked;
    return data ? "done" : header!.data![0]!.value![0]!;
  };
  const refusal = "this is a log being played back: it can be looked at, not changed";
  expect(await ask("set_physics", { gravity: { x: 0, y: 0, z: 1 } })).toBe(refusal);
  expect(await ask("history/undo_redo", { id: "a:1", undo: true })).toBe(refusal);
  expect(await ask("control", { pause: true, reset: { model_only: true } })).toBe(refusal);
  expect(play(runner).at(-1)!.ms).toBe(80);
  expect(runner.past.ahead).toBeUndefined();
  runner.state.run();
  runner.pass();
  expect(runner.now().timeNs).toBe(0);
  play(runner);
  expect(await ask("control", { pause: true, reset: { all: true } })).toBe("done");
  expect(runner.now().timeNs).toBe(0);
});

test("[LG12] a log is controlled as in Gazebo, too: play, pause, samples there and back, beginning, end, a time", async () => {
  const { log } = await jumped();
  using runner = await playback(log, zstd);
  const control = async (request: object): Promise<number> => {
    const asked = runner.node("test").request<gz.Boolean>("/world/test/playback/control", request);
    runner.pass();
    expect(await asked).toEqual({ data: true });
    while (runner.state.stepping) runner.pass();
    return runner.now().timeNs / MILLISECOND;
  };
  expect(await control({ pause: true, multi_step: 3 })).toBe(25);
  expect(await control({ pause: true, multi_step: -2 })).toBe(10);
  expect(await control({ pause: true, multi_step: -9 })).toBe(0);
  expect(await control({ pause: true, seek: { nsec: 30 * MILLISECOND } })).toBe(30);
  expect(await control({ pause: true, forward: true })).toBe(80);
  expect(await control({ pause: true, rewind: true })).toBe(0);
  expect(runner.state.paused).toBe(true);
  await control({});
  expect(runner.state.paused).toBe(false);
  const statistics: gz.WorldStatistics[] = [];
  runner.node("test").subscribe<gz.WorldStatistics>("/world/test/stats", ({ value }) => statistics.push(value));
  await control({ pause: true });
  const span = { start_time: { sec: 0, nsec: 0 }, end_time: { sec: 0, nsec: 80 * MILLISECOND } };
  expect(statistics.at(-1)?.log_playback_stats).toEqual(span);
});

test("[LG8] what is done while a world is paused is in its log", async () => {
  using sim = await open({ paused: true });
  const log = new MemoryLog(sim.runner, zstd);
  sim.runner.pass();
  for (const z of [6, 7, 8]) {
    const pose = { name: "ball", position: { z } };
    sim.request("/world/test/set_pose", "gz.msgs.Pose", pose);
    sim.runner.pass();
    sim.runner.pass();
  }
  using runner = await playback(await log.bytes(), zstd);
  expect(play(runner).map(({ ms }) => ms)).toEqual([0, 0, 0]);
  seek(runner, 0);
  const { marks } = runner.past.stretches()[0]!;
  expect(marks.map(({ description }) => description)).toEqual(["Move ball", "Move ball", "Move ball"]);
});

test("[LG9] the same run makes the same log", async () => {
  const [one, other] = [await jumped(), await jumped()];
  expect(Buffer.compare(one.log, other.log)).toBe(0);
});

test("[LG10] a log that was cut off plays as far as it goes; what is none is refused with the reason", async () => {
  using sim = await open();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  sim.run({ steps: 3000 });
  const whole = await log.bytes();
  const times = async (bytes: Uint8Array): Promise<number[]> => {
    using runner = await playback(bytes, zstd);
    return play(runner).map(({ ms }) => ms);
  };
  // Nothing but the index is missing; then the last chunk is, too.
  expect((await times(whole.subarray(0, -100))).length).toBe(3000);
  const { chunks, isWhole } = await LogFile.open(memorySource(whole, zstd));
  const cut = whole.subarray(0, chunks.at(-1)!.offset + 50);
  const left = await times(cut);
  expect(left.length).toBeLessThan(3000);
  expect(left).toEqual(left.map((_, i) => i + 1));
  expect([isWhole, (await LogFile.open(memorySource(cut, zstd))).isWhole]).toEqual([true, false]);

  const opened = async (bytes: Uint8Array): Promise<unknown> => LogFile.open(memorySource(bytes, zstd));
  await expect(opened(new TextEncoder().encode("<sdf/>"))).rejects.toThrow("test.mcap: error: this is no MCAP file");
  await expect(opened(whole.subarray(0, 40))).rejects.toThrow("test.mcap: error: this MCAP file is no log of Orrery");
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
  // Beyond the damage there is more.
  seek(runner, 2990);
  expect(play(runner).at(-1)!.ms).toBe(3000);
});

test("[LG11] any reader of MCAP finds the messages of a log with their types, by log time, which never goes back", async () => {
  const { log } = await jumped();
  const reader = new McapStreamReader({ decompressHandlers: { zstd: zstd.unpack } });
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
