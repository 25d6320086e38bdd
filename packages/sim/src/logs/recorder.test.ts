import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND } from "../base/time.ts";
import { find, worldPose } from "../entities/find.ts";
import { jumped, me, moveBall, openBall, play, stateOf, undo } from "../testing/logged-ball.ts";
import { MemoryLog, playback } from "../testing/recorded.ts";

test("[LG1] a log holds every component to the bit, as often as it was asked to", async () => {
  using sim = await openBall();
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

test("[LG2] a recording continues through undo", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 40 });
  moveBall(sim, "a:1", 9);
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

test("[LG8] what is done while a world is paused is in its log", async () => {
  using sim = await openBall({ paused: true });
  const log = new MemoryLog(sim.runner, zstd);
  sim.runner.pass();
  for (const z of [6, 7, 8]) {
    const pose = { name: "ball", position: { z } };
    sim.request("/world/test/set_pose", "gz.msgs.Pose", pose);
    sim.runner.pass();
    sim.runner.pass();
  }
  using runner = await playback(await log.bytes(), zstd);
  const heights: number[] = [];
  runner.onPass.on(() => heights.push(worldPose(runner.world, find(runner.world, runner.root, "ball")!).z));
  expect(play(runner).map(({ ms }) => ms)).toEqual([0, 0, 0]);
  expect(heights).toEqual([6, 7, 8]);
  const { marks } = runner.past.stretches()[0]!;
  expect(marks.map(({ description }) => description)).toEqual(["Move ball", "Move ball", "Move ball"]);
});

test("[LG9] the same run makes the same log", async () => {
  const [one, other] = [await jumped(zstd), await jumped(zstd)];
  expect(Buffer.compare(one.log, other.log)).toBe(0);
});

test("[LG14] where the disk does not keep up there are fewer samples, and none is of another moment", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 40 });
  moveBall(sim, "a:1", 9);
  log.isBehind = true;
  for (let i = 0; i < 58; i++) {
    sim.request("/world/test/pose/info", "gz.msgs.Empty", {});
    sim.run({ steps: 1 });
  }
  undo(sim, "a:1");
  sim.run({ steps: 60 });
  using runner = await playback(await log.bytes(), zstd);
  expect(play(runner).map(({ ms }) => ms)).toEqual([10, 20, 30, 40, 99, 40, 100]);
  runner.past.goTo({ id: "section-2", timeNs: 50 * MILLISECOND }, me);
  expect([runner.now().timeNs, runner.past.present.id]).toEqual([40 * MILLISECOND, "section-2"]);
});
