import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";
import type { Asker } from "./past-view.ts";

const me: Asker = { author: "a", authorName: "Ann" };
const box = `<model name="a"><pose>0 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
  <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

async function open(): Promise<TestSim> {
  return TestSim.load(box, { history: { enabled: true }, defaultSystems: ["physics", "user-commands"] });
}

const resets = ["all", "time_only", "model_only"];

function reset(sim: TestSim, what: string, id: string): void {
  const header = { data: [{ key: "command_id", value: [id] }] };
  sim.request("/world/test/control", "gz.msgs.WorldControl", { header, reset: { [what]: true } });
  sim.run({ steps: 1 });
}

function move(sim: TestSim, id: string): void {
  const header = { data: [{ key: "command_id", value: [id] }] };
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { header, name: "a", position: { x: 0, y: 0, z: 4 } });
  sim.run({ steps: 1 });
}

test.each(resets)("[HI38] a stretch that a reset (%s) breaks off ends where it was left", async (what) => {
  using sim = await open();
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: 10 });
  const { id } = timeline.present;
  const left = { hash: runner.hash(), timeNs: runner.now().timeNs };
  const here = (): typeof left => ({ hash: runner.hash(), timeNs: runner.now().timeNs });
  reset(sim, what, "t:1");
  sim.run({ steps: 4 });
  const after = here();
  timeline.goTo({ id, timeNs: undefined }, me);
  expect(here()).toEqual(left);
  timeline.redo("t:1", me);
  expect(here()).toEqual(after);
  // On the line that was left, the reset is on a branch of its own.
  timeline.goTo({ id, timeNs: undefined }, me);
  sim.run({ steps: 2 });
  const other = here();
  expect(timeline.undoable()).toEqual([]);
  timeline.goTo({ id: "t:1", timeNs: undefined }, me);
  expect(here()).toEqual(left);
  timeline.redo("t:1", me);
  expect(here()).toEqual(after);
  const [branch] = timeline.stretches().filter((each) => each.children.size === 0 && each !== timeline.present);
  timeline.goTo({ id: branch!.id, timeNs: undefined }, me);
  expect(here()).toEqual(other);
});

test("[HI38] so does one that was entered by a jump before the reset", async () => {
  using sim = await open();
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: 10 });
  move(sim, "t:1");
  sim.run({ steps: 10 });
  const first = timeline.present.id;
  const end = runner.hash();
  timeline.goTo({ id: "", timeNs: 5e6 }, me);
  sim.run({ steps: 3 });
  const second = timeline.present.id;
  const left = runner.hash();
  reset(sim, "all", "t:2");
  sim.run({ steps: 3 });
  timeline.goTo({ id: second, timeNs: undefined }, me);
  expect(runner.hash()).toBe(left);
  timeline.goTo({ id: first, timeNs: undefined }, me);
  expect(runner.hash()).toBe(end);
  reset(sim, "all", "t:3");
  timeline.goTo({ id: first, timeNs: undefined }, me);
  expect(runner.hash()).toBe(end);
});

test("[HI38] what follows on a command right after a reset that was undone follows on the reset", async () => {
  using sim = await open();
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: 10 });
  runner.state.pause();
  reset(sim, "all", "t:1");
  const after = runner.hash();
  move(sim, "t:2");
  timeline.undo("t:2", me);
  expect(runner.hash()).toBe(after);
  runner.state.run();
  sim.run({ steps: 5 });
  expect(timeline.undoable().map(({ id }) => id)).toEqual(["t:1"]);
  const { id } = timeline.present;
  const end = runner.hash();
  timeline.undo("t:1", me);
  timeline.goTo({ id, timeNs: undefined }, me);
  expect(runner.hash()).toBe(end);
});
