import { MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTo } from "../base/log.ts";
import { ItemSampler } from "../introspection/item-sampler.ts";
import type { Runner } from "../runner/runner.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { moveBall, openBall, undo } from "../testing/logged-ball.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { LogFile } from "./log-file.ts";
import { rerunLog } from "./rerun-log.ts";

const ITEMS = ["ball::link::linear_velocity", "ball::pose", "iterations"];

/** Samples items in each step of a runner; returns the steps and values so far. */
function sampled(runner: Runner): () => readonly (readonly number[])[] {
  const { manager } = runner.introspection;
  const sampler = new ItemSampler(manager, { items: ITEMS, every: 1 });
  const rows: number[][] = [];
  runner.onPass.on((step) => {
    if (step.paused) return;
    manager.opened.beginStep();
    manager.opened.endStep();
    sampler.sample(step);
    rows.push([step.count, ...sampler.last().flatMap(({ values }) => [...values])]);
    sampler.drop();
  });
  return () => rows;
}

test("[LG30] a repeated run has the items of the recorded one in every step, through commands and undo", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 30 });
  const live = sampled(sim.runner);
  sim.run({ steps: 25 });
  moveBall(sim, "a:1", 9);
  sim.run({ steps: 30 });
  undo(sim, "a:1");
  sim.run({ steps: 20 });
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  let repeated = (): readonly (readonly number[])[] => [];
  const times: number[] = [];
  const options = {
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log: logTo(() => undefined),
    nowMs: () => performance.now(),
  };
  await rerunLog(file, options, {
    onBegin: async (runner) => void (repeated = sampled(runner)),
    onProgress: async (timeNs) => void times.push(timeNs),
  });
  expect(live().length).toBeGreaterThan(70);
  expect(repeated()).toEqual(live());
  expect(times.length).toBeGreaterThan(0);
});
