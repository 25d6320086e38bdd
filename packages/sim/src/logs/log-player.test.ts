import { type gz, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND, toSecNsec } from "../base/time.ts";
import { serve } from "../runner/schedule/serve.ts";
import { jumped, me, openBall, play, seek, stateOf } from "../testing/logged-ball.ts";
import { MemoryLog, memorySource, playback } from "../testing/recorded.ts";
import { LogFile } from "./log-file.ts";

test("[LG3] the jump is in the log: playing it back, time jumps as it did, and who did it is told", async () => {
  const { log, undone, landed } = await jumped(zstd);
  using runner = await playback(log, zstd);
  const told: orrery.TimeJump[] = [];
  const node = runner.node("test");
  node.subscribe("/world/test/history/jump", "orrery.msgs.TimeJump", ({ value }) => told.push(value));
  const { timelineNumber } = runner.past;
  const played = play(runner);
  const at = played.findIndex(({ ms }, i) => ms < (played[i - 1]?.ms ?? 0));
  expect(played[at - 1]).toEqual({ ms: 57, state: undone });
  expect(played[at]).toEqual({ ms: 25, state: landed });
  expect(played.at(-1)!.ms).toBe(80);
  expect(told).toMatchObject([
    { cause: "UNDO", from: toSecNsec(57 * MILLISECOND), to: toSecNsec(25 * MILLISECOND), description: "Move to 9" },
  ]);
  expect(runner.numbers.timeline).toBe(timelineNumber + 1);
});

test("[LG4] seeking to a time that is in the log twice leads to the first sample that has it", async () => {
  const { log, before } = await jumped(zstd);
  using runner = await playback(log, zstd);
  play(runner);
  const second = stateOf(runner);
  seek(runner, 30);
  expect(runner.now().timeNs).toBe(30 * MILLISECOND);
  expect({ state: stateOf(runner), present: runner.past.present.id }).toEqual({ state: before, present: "section-1" });
  // A time that exists only once, after the jump.
  seek(runner, 80);
  expect({ state: stateOf(runner), present: runner.past.present.id }).toEqual({ state: second, present: "section-2" });
  // Between two samples, the state of the earlier one is shown.
  seek(runner, 33);
  expect(runner.now().timeNs).toBe(30 * MILLISECOND);
  expect(() => seek(runner, 81)).toThrow("no moment at 0.081 s: it goes from 0.000 s to 0.080 s");
});

test("[LG4] a sample that has the time comes before one that only covers it", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 50 });
  sim.request("/world/test/history/go_to", "orrery.msgs.GoTo", { time: { nsec: 33 * MILLISECOND } });
  sim.run({ steps: 50 });
  using runner = await playback(await log.bytes(), zstd);
  seek(runner, 33);
  expect([runner.now().timeNs, runner.past.present.id]).toEqual([33 * MILLISECOND, "section-2"]);
  seek(runner, 36);
  expect([runner.now().timeNs, runner.past.present.id]).toEqual([30 * MILLISECOND, "section-1"]);
});

test("[LG15] a sample is shown when its time has come, however far apart they are", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 1 });
  sim.run({ steps: 3000 });
  using runner = await playback(await log.bytes(), zstd);
  runner.state.targetFactor = 1;
  runner.state.run();
  const seen = new Map<number, number>();
  let nowMs = 0;
  const look = (): void => {
    const { timeNs } = runner.now();
    if (!seen.has(timeNs)) seen.set(timeNs, nowMs);
  };
  await serve(runner, {
    nowMs: () => nowMs,
    poll: look,
    sleep: (ms) => void (nowMs += ms),
    breathe: async () => {},
    get stopped() {
      return nowMs > 3500;
    },
  });
  expect([...seen].map(([ns, ms]) => [ns / 1e6, Math.round(ms)])).toEqual([
    [0, 0],
    [1000, 1000],
    [2000, 2000],
    [3000, 3000],
  ]);
});

test("[LG5] a log is listed as stretches that follow on each other, with its commands: each can be gone to", async () => {
  const { log, landed } = await jumped(zstd);
  using runner = await playback(log, zstd);
  const lists: orrery.History[] = [];
  runner.node("test").subscribe("/world/test/history", "orrery.msgs.History", ({ value }) => lists.push(value));
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
      { ...span("section-2", "section-1", 25, 80), jump: { cause: "UNDO", id: "a:1", description: "Move to 9" } },
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
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 0 });
  // Long enough for several keyframes and several chunks.
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

test("[LG7] a log that is played back cannot be changed; it stops at its end, and starts again from there", async () => {
  const { log } = await jumped(zstd);
  using runner = await playback(log, zstd);
  const ask = async (service: string, request: object): Promise<string> => {
    const asked = runner.node("test").request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" });
    runner.pass();
    // Some services answer later.
    await new Promise((resolve) => setImmediate(resolve));
    runner.pass();
    const { data, header } = await asked;
    return data ? "done" : header!.data![0]!.value![0]!;
  };
  const refusal = "this is a log being played back: it can be viewed, but not changed";
  expect(await ask("set_physics", { gravity: { x: 0, y: 0, z: 1 } })).toBe(refusal);
  expect(await ask("set_pose", { name: "ball", position: { z: 1 } })).toBe(refusal);
  expect(await ask("pending/announce", { id: "a:2", edits: [{ remove: { name: "ball" } }] })).toBe(refusal);
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
  const { log } = await jumped(zstd);
  using runner = await playback(log, zstd);
  const control = async (request: object): Promise<number> => {
    const asked = runner.node("test").request("/world/test/playback/control", request, { response: "gz.msgs.Boolean" });
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
  runner.node("test").subscribe("/world/test/stats", "gz.msgs.WorldStatistics", ({ value }) => statistics.push(value));
  await control({ pause: true });
  runner.pass();
  const span = { start_time: { sec: 0, nsec: 0 }, end_time: { sec: 0, nsec: 80 * MILLISECOND } };
  expect(statistics.at(-1)?.log_playback_stats).toEqual(span);
});
