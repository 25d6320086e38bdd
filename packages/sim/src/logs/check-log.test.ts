import { MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTo } from "../base/log.ts";
import { identityPose } from "../base/pose.ts";
import { moveEdit } from "../commands/make-edit.ts";
import { Pose } from "../components/pose.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { defineSystem, type SystemDefinition } from "../runner/systems/system.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { moody } from "../testing/moody.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { TestSim } from "../testing/test-sim.ts";
import { checkLog, type LogCheck } from "./check-log.ts";
import { LogFile } from "./log-file.ts";

const ball = (name: string, x: number): string =>
  `<model name="${name}"><pose>${x} 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link></model>`;
const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>
  <normal>0 0 1</normal></plane></geometry></collision></link></model>`;

async function check(log: Uint8Array, systems: readonly SystemDefinition[] = []): Promise<LogCheck> {
  return checkLog(await LogFile.open(memorySource(log, zstd)), {
    library: new SystemLibrary([...builtInSystems, ...systems]),
    messages: new MessageRegistry(),
    log: logTo(() => {}),
    nowMs: () => 0,
  });
}

/** Creates a run in which a world falls, is moved, inserted into, undone, redone, reset, paused and edited. */
async function eventful(engine: string, meddle: (sim: TestSim) => void = () => {}): Promise<Uint8Array> {
  using sim = await TestSim.load(`<physics type="${engine}"/>${ground}${ball("a", 0)}${ball("b", 0.3)}`, {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
  });
  const log = new MemoryLog(sim.runner, zstd);
  const { runner } = sim;
  const move = (id: string, x: number): void => {
    const edits = [moveEdit(sim.entity("a"), { ...identityPose, x, z: 1 })];
    sim.request("/world/test/command", "orrery.msgs.Command", { id, edits });
  };
  sim.run({ steps: 200 });
  move("a:1", 0.2);
  sim.run({ steps: 150 });
  const sdf = `<sdf version="1.9">${ball("c", 0.1)}</sdf>`;
  sim.request("/world/test/create", "gz.msgs.EntityFactory", { sdf });
  const { entityCount } = runner.world;
  while (runner.world.entityCount === entityCount) {
    sim.run({ steps: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  }
  sim.run({ steps: 100 });
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "a:1", undo: true });
  sim.run({ steps: 80 });
  meddle(sim);
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "a:1" });
  sim.run({ steps: 120 });
  runner.state.pause();
  move("a:2", 0.25);
  runner.pass();
  runner.pass();
  runner.state.run();
  sim.run({ steps: 60 });
  sim.request("/world/test/control", "gz.msgs.WorldControl", { reset: { all: true } });
  sim.run({ steps: 90 });
  sim.request("/world/test/history/go_to", "orrery.msgs.GoTo", { time: { nsec: 100_000_000 } });
  sim.run({ steps: 50 });
  return log.bytes();
}

test.each(["rapier", "mujoco"])(
  "[LG13] with %s, a run that is made again from a log's first state and inputs gives every sample to the bit",
  async (engine) => {
    const { samples, inputs, differsAtNs } = await check(await eventful(engine));
    expect({ isEnough: samples > 20 && inputs > 6, differsAtNs }).toEqual({ isEnough: true, differsAtNs: undefined });
  },
);

test("[LG13] jumps that were refused, because nothing was remembered, are not made either", async () => {
  using sim = await TestSim.load(ball("a", 0), {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
  });
  const log = new MemoryLog(sim.runner, zstd);
  const remember = (enabled: boolean): void =>
    sim.request("/world/test/history/settings", "orrery.msgs.HistorySettings", { enabled });
  const move = (id: string): void => {
    const edits = [moveEdit(sim.entity("a"), { ...identityPose, z: 3 })];
    sim.request("/world/test/command", "orrery.msgs.Command", { id, edits });
  };
  const undo = (id: string): void =>
    sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id, undo: true });
  for (const act of [() => remember(false), () => move("a:1"), () => undo("a:1"), () => remember(true)]) {
    act();
    sim.run({ steps: 50 });
  }
  move("a:2");
  sim.run({ steps: 50 });
  undo("a:2");
  sim.run({ steps: 50 });
  expect(sim.runner.now().count).toBe(250);
  expect((await check(await log.bytes())).differsAtNs).toBeUndefined();
});

test("[LG13] what was pending until a paused world resumed is applied at the same step again", async () => {
  using sim = await TestSim.load(`${ground}${ball("a", 0)}${ball("b", 0.3)}`, {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
    paused: true,
  });
  const log = new MemoryLog(sim.runner, zstd);
  const edits = [moveEdit(sim.entity("a"), { ...identityPose, x: 0.1, z: 2 })];
  sim.request("/world/test/pending/announce", "orrery.msgs.Command", { id: "a:1", edits });
  sim.runner.pass();
  // The results are checked outside the pass.
  await new Promise((resolve) => setImmediate(resolve));
  sim.request("/world/test/control", "gz.msgs.WorldControl", { pause: false });
  sim.run({ steps: 100 });
  expect(sim.poseOf("a").z).toBeGreaterThan(1.5);
  const { inputs, differsAtNs } = await check(await log.bytes());
  expect({ inputs, differsAtNs }).toEqual({ inputs: 2, differsAtNs: undefined });
});

test("[LG13] requests in a log whose service now says that they are no inputs are not made again", async () => {
  const desk = (isInput: boolean): SystemDefinition =>
    defineSystem({
      name: "desk",
      create: ({ node }) => {
        node.service("/look", { request: "gz.msgs.Empty", response: "gz.msgs.Empty", isInput }, () => {
          if (isInput) return {};
          throw new Error("nobody asks any more");
        });
        return {};
      },
    });
  using sim = await TestSim.load(`${ball("a", 0)}<plugin name="desk" filename="desk"/>`, { systems: [desk(true)] });
  const log = new MemoryLog(sim.runner, zstd);
  sim.request("/look", "gz.msgs.Empty", {});
  sim.run({ steps: 20 });
  const { inputs, differsAtNs } = await check(await log.bytes(), [desk(false)]);
  expect({ inputs, differsAtNs }).toEqual({ inputs: 1, differsAtNs: undefined });
});

test("[LG13] what no input explains is found, with its time", async () => {
  const meddled = await eventful("rapier", (sim) => {
    // Like a system with a state of its own.
    const { world } = sim.runner;
    const before = world.get(sim.entity("b"), Pose)!;
    world.set(sim.entity("b"), Pose, { ...before, z: before.z + 1e-9 });
  });
  const { differsAtNs } = await check(meddled);
  expect(differsAtNs).toBe(280_000_000);
});

test("[LG13] nor when a reset comes after them, whose jump is not theirs", async () => {
  using sim = await TestSim.load(ball("a", 0), {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
  });
  const log = new MemoryLog(sim.runner, zstd);
  sim.run({ steps: 10 });
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "never:given", undo: true });
  sim.run({ steps: 1 });
  sim.request("/world/test/control", "gz.msgs.WorldControl", { reset: { time_only: true } });
  sim.run({ steps: 20 });
  expect((await check(await log.bytes())).differsAtNs).toBeUndefined();
});

test.each([true, false])(
  "[LG18] an input that was refused in one of the runs only fails the check, with its time (refused then: %s)",
  async (refuses) => {
    const mood = { refuses };
    using sim = await TestSim.load(`${ball("a", 0)}<plugin name="moody" filename="moody"/>`, {
      systems: [moody(mood)],
    });
    const log = new MemoryLog(sim.runner, zstd);
    sim.run({ steps: 20 });
    sim.request("/moody", "gz.msgs.Vector3d", {});
    sim.run({ steps: 20 });
    const bytes = await log.bytes();
    expect((await check(bytes, [moody(mood)])).differsAtNs).toBeUndefined();
    mood.refuses = !refuses;
    const { differsAtNs, input } = await check(bytes, [moody(mood)]);
    const [then, now] = refuses ? ["refused", "taken"] : ["taken", "refused"];
    expect({ differsAtNs, input }).toEqual({
      differsAtNs: 20_000_000,
      input: `the request /moody was ${then} then and is ${now} now`,
    });
  },
);
