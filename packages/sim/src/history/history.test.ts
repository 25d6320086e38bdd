import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { identityPose } from "../base/pose.ts";
import { createEdit, moveEdit, removeEdit } from "../commands/make-edit.ts";
import { Pose } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import { hexOf } from "../base/hash.ts";
import { hashComponents, hashState } from "../ecs/state-hash.ts";
import { moody } from "../testing/moody.ts";
import { plugin, TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import { defineSystem } from "../runner/systems/system.ts";
import type { Asker } from "./past-view.ts";

const me: Asker = { author: "ann", authorName: "Ann" };
const at = (z: number) => ({ ...identityPose, z });

const box = (name: string, x: number): string =>
  `<model name="${name}"><pose>${x} 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
    <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

const wall = Array.from({ length: 30 }, (_, i) => box(`b${i}`, i)).join("");

function open(inside: string, options: TestSimOptions = {}): Promise<TestSim> {
  const defaultSystems = ["physics", "user-commands"];
  return TestSim.load(inside, { history: { enabled: true }, defaultSystems, ...options });
}

/** Gives a command like a client, as an input of the next pass. */
function give(sim: TestSim, command: orrery.Command): void {
  sim.request("/world/test/command", "orrery.msgs.Command", { ...command });
}

test("[HI8] what is kept stays within its limit: keyframes are thinned out, and every moment is still exact", async () => {
  let nowMs = 0;
  // Enough for about eight keyframes of this world.
  const history = { enabled: true, byteLimit: 400_000 };
  using sim = await open(wall, { history, nowMs: () => (nowMs += 300) });
  const { runner } = sim;
  const hashes = new Map<string, string>();
  for (let i = 0; i < 40; i++) {
    sim.run({ steps: 5 });
    hashes.set(`c:${i}`, runner.hash());
    give(sim, { id: `c:${i}`, edits: [moveEdit(sim.entity(`b${i % 30}`), at(3 + i))] });
    sim.run({ steps: 1 });
    expect(runner.timeline.bytes).toBeLessThanOrEqual(history.byteLimit);
  }
  const kept = runner.timeline.undoable().map(({ id }) => id);
  const gone = new Set(runner.timeline.takeForgotten().map(({ id }) => id));
  expect(kept.length + gone.size).toBe(40);
  expect(kept.length).toBeGreaterThan(10);
  for (const id of [kept[0]!, kept[7]!, kept.at(-1)!]) {
    runner.timeline.undo(id, me);
    expect({ id, hash: runner.hash() }).toEqual({ id, hash: hashes.get(id) });
  }
});

test("[HI9] of more commands than are allowed the oldest leave the list, and that is told", async () => {
  using sim = await open(box("a", 0), { history: { enabled: true, commandLimit: 3 } });
  const lists: orrery.History[] = [];
  sim.node.subscribe("/world/test/history", "orrery.msgs.History", ({ value }) => lists.push(value));
  for (let i = 0; i < 5; i++) {
    give(sim, { id: `c:${i}`, edits: [moveEdit(sim.entity("a"), at(i))] });
    sim.run({ steps: 1 });
  }
  expect(lists.at(-1)!.undo?.map(({ id }) => id)).toEqual(["c:4", "c:3", "c:2"]);
  expect(lists.flatMap(({ forgotten = [] }) => forgotten.map(({ id }) => id))).toEqual(["c:0", "c:1"]);
});

test("[HI10] switched off, commands are done, nothing is kept, and an undo says why not; switched on, it starts empty", async () => {
  using sim = await open(box("a", 0), { history: { enabled: false } });
  const { timeline } = sim.runner;
  give(sim, { id: "c:1", edits: [moveEdit(sim.entity("a"), at(5))] });
  sim.run({ steps: 20 });
  expect(sim.poseOf("a").z).toBeGreaterThan(4.9);
  expect(timeline.bytes).toBe(0);
  expect(() => timeline.undo("c:1", me)).toThrow(/switched off/);
  timeline.configure({ ...timeline.limits, enabled: true });
  const before = sim.runner.hash();
  give(sim, { id: "c:2", edits: [moveEdit(sim.entity("a"), at(2))] });
  sim.run({ steps: 20 });
  timeline.undo("c:2", me);
  expect(sim.runner.hash()).toBe(before);
});

test.each([true, false])(
  "[HI11] with the history %s, a command that fails half-way changes nothing and is not listed",
  async (enabled) => {
    using sim = await open(box("a", 0), { history: { enabled } });
    const { timeline } = sim.runner;
    sim.run({ steps: 10 });
    // Without a keyframe, the engine has to recreate the removed body: its state is the same, but not its bytes.
    const hash = (): string => (enabled ? sim.runner.hash() : hashState(sim.runner.world, []));
    const before = hash();
    const act = (): void => {
      sim.runner.world.remove(sim.entity("a"));
      throw new Error("half-way");
    };
    expect(() => timeline.perform({ id: "c:1", description: "Fail", ...me }, act)).toThrow("half-way");
    sim.runner.keyframe();
    expect(hash()).toBe(before);
    expect(timeline.undoable()).toEqual([]);
  },
);

test("[HI12] a command made before a jump is refused when an entity that it names is a different one now", async () => {
  using sim = await open(box("a", 0));
  const { world, timeline } = sim.runner;
  const create = async (id: string, name: string): Promise<Entity> => {
    give(sim, { id, edits: [createEdit({ sdf: `<sdf version="1.9">${box(name, 3)}</sdf>` })] });
    while (timeline.undoable()[0]?.id !== id) {
      sim.run({ steps: 1 });
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return sim.entity(name);
  };
  const first = await create("c:1", "one");
  const seen = timeline.timelineNumber;
  timeline.undo("c:1", me);
  expect(timeline.timelineNumber).toBe(seen + 1);
  expect(await create("c:2", "two")).toBe(first);
  const before = sim.runner.hash();
  sim.runner.state.pause();
  give(sim, { id: "c:3", timeline: seen, edits: [removeEdit(first)] });
  sim.runner.pass();
  expect(sim.runner.hash()).toBe(before);
  expect(() =>
    timeline.perform({ id: "c:4", description: "", ...me, seen: { timelineNumber: seen, entities: [first] } }, () => 0),
  ).toThrow(/is not what it was/);
  // An entity that existed all the time is still the same.
  give(sim, { id: "c:5", timeline: seen, edits: [removeEdit(sim.entity("a"))] });
  sim.runner.pass();
  expect(timeline.undoable()[0]!.id).toBe("c:5");
  give(sim, { id: "c:6", timeline: timeline.timelineNumber, edits: [removeEdit(first)] });
  sim.runner.pass();
  expect(world.exists(first)).toBe(false);
});

test("[HI13] systems and clients are told of a jump: who went where, and the number that holds from then on", async () => {
  const told: number[] = [];
  const listener = defineSystem({
    name: "listener",
    create: () => ({ onTimeJump: ({ count }) => void told.push(count) }),
  });
  using sim = await open(box("a", 0), {
    systems: [listener],
    defaultSystems: ["physics", "user-commands", "listener"],
  });
  const jumps: orrery.TimeJump[] = [];
  sim.node.subscribe("/world/test/history/jump", "orrery.msgs.TimeJump", ({ value }) => jumps.push(value));
  sim.run({ steps: 100 });
  give(sim, { id: "c:1", description: "Lift a", edits: [moveEdit(sim.entity("a"), at(5))] });
  sim.run({ steps: 50 });
  const before = sim.runner.numbers.timeline;
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "c:1", undo: true, author_name: "Ann" });
  sim.run({ steps: 1 });
  expect(told).toEqual([100]);
  expect(jumps).toMatchObject([
    {
      cause: "UNDO",
      timeline: before + 1,
      from: { nsec: 150e6 },
      to: { nsec: 100e6 },
      id: "c:1",
      description: "Lift a",
    },
  ]);
  expect(jumps[0]!.author_name).toBe("Ann");
  expect(sim.runner.numbers.timeline).toBe(before + 1);
});

test("[HI29] a world that runs is where it has gone, to the bit, for a pass before it continues", async () => {
  using sim = await open(box("a", 0));
  const { runner } = sim;
  sim.run({ steps: 100 });
  const before = runner.hash();
  give(sim, { id: "c:1", edits: [moveEdit(sim.entity("a"), at(5))] });
  sim.run({ steps: 50 });
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: "c:1", undo: true });
  expect(runner.pass()).toMatchObject({ paused: true, count: 100 });
  expect(runner.hash()).toBe(before);
  expect(runner.pass()).toMatchObject({ paused: false, count: 101 });
});

test("[HI14] no two commands have one id", async () => {
  using sim = await open(box("a", 0));
  for (const z of [5, 6]) {
    give(sim, { id: "c:1", edits: [moveEdit(sim.entity("a"), at(z))] });
    sim.run({ steps: 1 });
  }
  expect(sim.poseOf("a").z).toBeCloseTo(5, 3);
  expect(sim.runner.timeline.undoable()).toHaveLength(1);
});

test("[HI15] adding and removing a system are commands", async () => {
  using sim = await open(box("a", 0));
  const { runner } = sim;
  sim.run({ steps: 5 });
  const before = runner.hash();
  await runner.library.load(plugin("pose-publisher"));
  const starting = runner.inputs.push({
    kind: "start-systems",
    entity: sim.entity("a"),
    plugins: [plugin("pose-publisher")],
  });
  sim.run({ steps: 1 });
  await starting;
  const [added] = runner.timeline.undoable();
  expect(runner.systems.isRunning("pose-publisher")).toBe(true);
  runner.timeline.undo(added!.id, me);
  expect(runner.hash()).toBe(before);
  expect(runner.systems.isRunning("pose-publisher")).toBe(false);
  runner.timeline.redo(added!.id, me);
  expect(runner.systems.isRunning("pose-publisher")).toBe(true);
});

test("[HI16] a world tells its hash on request", async () => {
  using sim = await open(box("a", 0), { paused: true });
  const answers: unknown[] = [];
  sim.node.call("/world/test/hash", {}, (result) => answers.push(result.ok ? result.value : result.error));
  sim.runner.pass();
  const components = { key: "components", value: [hexOf(hashComponents(sim.runner.world))] };
  expect(answers).toEqual([{ data: sim.runner.hash(), header: { data: [components] } }]);
});

test("[HI22] with hardly any memory, now stays reachable, and what can no longer be redone is reported", async () => {
  using sim = await open(wall);
  const { timeline } = sim.runner;
  const lists: orrery.History[] = [];
  sim.node.subscribe("/world/test/history", "orrery.msgs.History", ({ value }) => lists.push(value));
  sim.run({ steps: 20 });
  const before = sim.runner.hash();
  for (let i = 0; i < 3; i++) {
    give(sim, { id: `c:${i}`, edits: [moveEdit(sim.entity("b0"), at(3 + i))] });
    sim.run({ steps: 20 });
  }
  timeline.goTo({ id: "", timeNs: 10e6 }, me);
  const early = sim.runner.hash();
  timeline.configure({ ...timeline.limits, byteLimit: timeline.bytes / 3, commandLimit: 10 });
  expect(timeline.redoable()).toEqual([]);
  expect(timeline.bytes).toBeLessThanOrEqual(timeline.limits.byteLimit);
  sim.run({ steps: 10 });
  const forgotten = new Set(lists.flatMap((list) => list.forgotten?.map(({ id }) => id) ?? []));
  expect(forgotten).toEqual(new Set(["c:0", "c:1", "c:2"]));
  expect(sim.runner.hash()).toBe(before);
  timeline.goTo({ id: "", timeNs: 10e6 }, me);
  expect(sim.runner.hash()).toBe(early);
});

test("[HI23] a change that no input made is not simulated again: the state after it stays", async () => {
  using sim = await open(wall);
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: 5 });
  const lift = (): void => runner.world.set(sim.entity("b0"), Pose, at(7));
  timeline.perform({ id: "c:0", description: "Lift", ...me }, lift);
  sim.run({ steps: 3 });
  const lifted = runner.hash();
  for (let i = 1; i < 10; i++) {
    sim.run({ steps: 5 });
    give(sim, { id: `c:${i}`, edits: [moveEdit(sim.entity("b1"), at(i))] });
  }
  sim.run({ steps: 5 });
  timeline.configure({ ...timeline.limits, byteLimit: timeline.bytes * 0.8 });
  timeline.goTo({ id: "", timeNs: 8e6 }, me);
  expect(runner.hash()).toBe(lifted);
});

test.each([true, false])(
  "[HI45] an input that a replay refuses and the world did not, or the reverse, is reported (refused then: %s)",
  async (refuses) => {
    const mood = { refuses };
    using sim = await open(`${box("a", 0)}<plugin name="moody" filename="moody"/>`, { systems: [moody(mood)] });
    sim.run({ steps: 5 });
    sim.request("/moody", "gz.msgs.Vector3d", {});
    sim.publish("/moody", "gz.msgs.Empty", {});
    sim.run({ steps: 5 });
    const errors = (): string[] =>
      sim.log.flatMap(({ level, message }) => (message.startsWith("a replay") ? [level] : []));
    const { timeline } = sim.runner;
    timeline.goTo({ id: "", timeNs: 8e6 }, me);
    expect(errors()).toEqual([]);
    mood.refuses = !refuses;
    timeline.goTo({ id: "", timeNs: 9e6 }, me);
    expect(errors()).toEqual(["error", "error"]);
    expect(sim.log.at(-1)!.message).toContain(
      refuses ? "was refused at 0.005 s and is not now" : "was not refused at 0.005 s and is refused",
    );
  },
);
