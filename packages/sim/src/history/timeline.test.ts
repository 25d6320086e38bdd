import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Seed } from "../components/simulation.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { plugin, TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import type { Asker } from "./past-view.ts";

const me: Asker = { author: "a", authorName: "Ann" };

const scene = (engine: string): string => `<physics type="${engine}"/>
  <model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>
    <normal>0 0 1</normal></plane></geometry></collision></link></model>
  ${["a", "b", "c"]
    .map(
      (name, i) => `<model name="${name}"><pose>${i * 0.41} 0 ${0.5 + i * 0.4} 0.1 0.2 0</pose><link name="link">
    <inertial><mass>1</mass></inertial><collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry>
    </collision></link></model>`,
    )
    .join("")}`;

const engines = ["rapier", "mujoco"];

async function open(engine: string, options: TestSimOptions = {}): Promise<TestSim> {
  const defaultSystems = ["physics", "user-commands"];
  return TestSim.load(scene(engine), { history: { enabled: true }, defaultSystems, ...options });
}

function move(sim: TestSim, name: string, z: number, id: string): void {
  const header = { data: [{ key: "command_id", value: [id] }] };
  const pose = { header, name, position: { x: 3, y: 0, z } };
  sim.request("/world/test/set_pose", "gz.msgs.Pose", pose);
}

function ids(marks: readonly { readonly id: string }[]): string[] {
  return marks.map(({ id }) => id);
}

/** Delivers waiting messages, without a step. */
function deliver(sim: TestSim): void {
  sim.runner.state.pause();
  sim.runner.pass();
  sim.runner.state.run();
}

test.each(engines)(
  "[HI1] with %s undo brings back the moment before, redo the moment of the undo, to the bit",
  async (engine) => {
    using sim = await open(engine);
    const { runner } = sim;
    sim.run({ steps: 100 });
    const before = runner.hash();
    move(sim, "a", 2, "x:1");
    sim.run({ steps: 150 });
    const after = runner.hash();
    runner.timeline.undo(runner.timeline.undoable()[0]!.id, me);
    expect(runner.hash()).toBe(before);
    expect(runner.now().count).toBe(100);
    sim.run({ steps: 30 });
    runner.timeline.redo(runner.timeline.redoable()[0]!.id, me);
    expect(runner.hash()).toBe(after);
    expect(runner.now().count).toBe(250);
  },
);

test.each(engines)("[HI2] with %s the run after an undo is the run without the command", async (engine) => {
  using sim = await open(engine);
  using other = await open(engine);
  sim.run({ steps: 80 });
  other.run({ steps: 80 });
  move(sim, "b", 3, "x:1");
  sim.run({ steps: 60 });
  sim.runner.timeline.undo(sim.runner.timeline.undoable()[0]!.id, me);
  sim.run({ steps: 200 });
  other.run({ steps: 200 });
  expect(sim.runner.hash()).toBe(other.runner.hash());
});

test.each(engines)("[HI5] with %s any moment of the past can be reached, on any branch", async (engine) => {
  using sim = await open(engine);
  const { runner } = sim;
  const hashes = new Map<number, string>();
  const go = (steps: number): void => {
    for (let i = 0; i < steps; i++) {
      sim.run({ steps: 1 });
      hashes.set(runner.now().timeNs, runner.hash());
    }
  };
  go(40);
  move(sim, "a", 2, "x:1");
  go(40);
  move(sim, "b", 2, "x:2");
  go(40);
  for (const timeNs of [30e6, 100e6, 50e6, 119e6, 80e6, 1e6]) {
    runner.timeline.goTo({ id: "", timeNs }, me);
    expect(runner.now().timeNs).toBe(timeNs);
    expect(runner.hash(), `at ${timeNs}`).toBe(hashes.get(timeNs));
  }
  // Nothing was done on the way, so it is still a single line.
  expect(runner.timeline.stretches()).toHaveLength(1);
  expect(ids(runner.timeline.redoable())).toEqual(["x:1", "x:2"]);
  runner.timeline.goTo({ id: "", timeNs: 60e6 }, me);
  expect(ids(runner.timeline.undoable())).toEqual(["x:1"]);
  const future = runner.timeline.ahead!.id;
  sim.run({ steps: 10 });
  expect(runner.timeline.stretches()).toHaveLength(3);
  runner.timeline.goTo({ id: future, timeNs: undefined }, me);
  expect(runner.hash()).toBe(hashes.get(120e6));
  expect(ids(runner.timeline.undoable())).toEqual(["x:2", "x:1"]);
  runner.timeline.goTo({ id: future, timeNs: 33e6 }, me);
  expect(runner.hash()).toBe(hashes.get(33e6));
});

test("[HI3] a new command empties the redo list; the future that was left is a branch and can be entered again", async () => {
  using sim = await open("rapier");
  const { timeline } = sim.runner;
  sim.run({ steps: 10 });
  move(sim, "a", 2, "x:1");
  sim.run({ steps: 10 });
  move(sim, "b", 2, "x:2");
  sim.run({ steps: 10 });
  const left = sim.runner.hash();
  timeline.undo("x:2", me);
  expect(ids(timeline.redoable())).toEqual(["x:2"]);
  move(sim, "c", 2, "x:3");
  sim.run({ steps: 5 });
  expect(ids(timeline.redoable())).toEqual([]);
  expect(ids(timeline.undoable())).toEqual(["x:3", "x:1"]);
  const branch = timeline.stretches().find(({ marks }) => marks.some(({ id }) => id === "x:2"))!;
  expect(timeline.present.line()).not.toContain(branch);
  timeline.goTo({ id: branch.id, timeNs: undefined }, me);
  expect(sim.runner.hash()).toBe(left);
  expect(ids(timeline.undoable())).toEqual(["x:2", "x:1"]);
});

test("[HI4] several commands are undone at once and redone one by one", async () => {
  using sim = await open("rapier");
  const { timeline } = sim.runner;
  const hashes: string[] = [];
  for (let i = 0; i < 4; i++) {
    sim.run({ steps: 7 });
    move(sim, "abc"[i % 3]!, 1 + i, `x:${i}`);
    deliver(sim);
    hashes.push(sim.runner.hash());
    timeline.undo(`x:${i}`, me);
    hashes[i] = sim.runner.hash();
    timeline.redo(`x:${i}`, me);
  }
  sim.run({ steps: 7 });
  const end = sim.runner.hash();
  timeline.undo("x:1", me);
  expect(sim.runner.hash()).toBe(hashes[1]);
  expect(ids(timeline.redoable())).toEqual(["x:1", "x:2", "x:3"]);
  timeline.redo("x:1", me);
  expect(sim.runner.hash()).toBe(hashes[2]);
  timeline.undo("x:1", me);
  timeline.redo("x:3", me);
  expect(sim.runner.hash()).toBe(end);
});

test.each(["all", "time_only", "model_only"])("[HI6] reset %s is a command like any other", async (what) => {
  using sim = await open("rapier");
  const { runner } = sim;
  sim.run({ steps: 50 });
  move(sim, "a", 2, "x:1");
  sim.run({ steps: 50 });
  const before = runner.hash();
  sim.request("/world/test/control", "gz.msgs.WorldControl", { reset: { [what]: true } });
  sim.run({ steps: 30 });
  const after = runner.hash();
  const [reset] = runner.timeline.undoable();
  expect(reset!.description).toMatch(/^Reset/);
  runner.timeline.undo(reset!.id, me);
  expect(runner.hash()).toBe(before);
  runner.timeline.redo(reset!.id, me);
  expect(runner.hash()).toBe(after);
  runner.timeline.undo("x:1", me);
  expect(runner.now().count).toBe(50);
  runner.timeline.redo(reset!.id, me);
  expect(runner.hash()).toBe(after);
});

test("[HI7] two who undo the same command undo it once", async () => {
  using sim = await open("rapier");
  move(sim, "a", 2, "x:1");
  sim.run({ steps: 3 });
  move(sim, "b", 2, "x:2");
  sim.run({ steps: 3 });
  const undo: orrery.UndoRedo = { id: "x:2", undo: true };
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { ...undo });
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { ...undo });
  sim.run({ steps: 1 });
  expect(ids(sim.runner.timeline.undoable())).toEqual(["x:1"]);
});

test("[HI25] a time names one moment, that before the inputs of the next step, whatever keyframes there are", async () => {
  using sim = await open("rapier");
  const { timeline } = sim.runner;
  sim.run({ steps: 10 });
  const before = sim.runner.hash();
  move(sim, "a", 2, "x:1");
  // Enough inputs that there is a keyframe after them too.
  for (let i = 0; i < 40; i++) sim.publish("/anything", "gz.msgs.Double", { data: i });
  move(sim, "b", 2, "x:2");
  deliver(sim);
  // A branch that begins between the two commands.
  timeline.undo("x:2", me);
  sim.run({ steps: 5 });
  for (const id of ["", ...timeline.stretches().map((stretch) => stretch.id)]) {
    timeline.goTo({ id, timeNs: 10e6 }, me);
    expect({ id, hash: sim.runner.hash() }).toEqual({ id, hash: before });
  }
});

test("[HI26] a reset with a seed is one change: the moment after it has the seed", async () => {
  using sim = await open("rapier");
  const { runner } = sim;
  sim.run({ steps: 10 });
  sim.request("/world/test/control", "gz.msgs.WorldControl", { reset: { all: true }, seed: 7, pause: true });
  runner.pass();
  const after = runner.hash();
  runner.state.run();
  sim.run({ steps: 5 });
  runner.timeline.goTo({ id: runner.timeline.present.id, timeNs: 0 }, me);
  expect(runner.hash()).toBe(after);
  expect(runner.world.get(runner.root, Seed)).toEqual({ value: 7 });
});

test("[HI27] a message that comes right after an undo does not bring the command back into the list", async () => {
  using sim = await open("rapier");
  const { timeline } = sim.runner;
  sim.run({ steps: 5 });
  move(sim, "a", 2, "x:1");
  sim.run({ steps: 5 });
  timeline.undo("x:1", me);
  sim.publish("/anything", "gz.msgs.Double", { data: 1 });
  deliver(sim);
  expect(ids(timeline.undoable())).toEqual([]);
  expect(ids(timeline.redoable())).toEqual(["x:1"]);
});

test("[HI28] a refused command makes no difference to what lies before and after it", async () => {
  using sim = await open("rapier");
  const { timeline } = sim.runner;
  const before = sim.runner.hash();
  // Right after a keyframe, so that these commands get none.
  move(sim, "nobody", 2, "x:1");
  move(sim, "a", 2, "x:2");
  move(sim, "nobody", 2, "x:3");
  deliver(sim);
  const end = sim.runner.hash();
  const { id } = timeline.present;
  timeline.undo("x:2", me);
  expect(sim.runner.hash()).toBe(before);
  timeline.goTo({ id, timeNs: undefined }, me);
  expect(sim.runner.hash()).toBe(end);
});

test("[HI28] a command that fails right after an undo begins no branch", async () => {
  const unmakeable = defineSystem({
    name: "unmakeable",
    create: () => {
      throw new Error("it cannot be made");
    },
  });
  using sim = await open("rapier", { systems: [unmakeable] });
  const { timeline, inputs, root, library } = sim.runner;
  await library.load(plugin("unmakeable"));
  sim.run({ steps: 5 });
  move(sim, "a", 2, "x:1");
  sim.run({ steps: 5 });
  timeline.undo("x:1", me);
  const before = sim.runner.hash();
  const [branches, ahead] = [timeline.stretches().length, timeline.ahead];
  sim.publish("/anything", "gz.msgs.Double", { data: 1 });
  const starting = inputs.push({ kind: "start-systems", entity: root, plugins: [plugin("unmakeable")] });
  deliver(sim);
  await expect(starting).rejects.toThrow("it failed to start");
  expect(sim.runner.hash()).toBe(before);
  expect(timeline.stretches()).toHaveLength(branches);
  expect(timeline.ahead).toBe(ahead);
});
