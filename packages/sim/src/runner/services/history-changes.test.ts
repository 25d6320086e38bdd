import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { TestSim, type TestSimOptions } from "../../testing/test-sim.ts";
import { applyHistoryChange } from "./apply-history-change.ts";

const box = `<model name="a"><pose>0 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
  <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

const open = (options: TestSimOptions = {}): Promise<TestSim> =>
  TestSim.load(box, { history: { enabled: true }, defaultSystems: ["physics", "user-commands"], ...options });

function move(sim: TestSim, id: string): void {
  const header = { data: [{ key: "command_id", value: [id] }] };
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { header, name: "a", position: { x: 0, y: 0, z: 3 } });
  sim.run({ steps: 1 });
}

function undo(sim: TestSim, id: string): void {
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id, undo: true });
  sim.run({ steps: 1 });
}

function whole(sim: TestSim): orrery.History {
  let told: orrery.History | undefined;
  sim.node.call<orrery.History>("/world/test/history/info", {}, (result) => {
    if (result.ok) told = result.value;
  });
  sim.runner.pass();
  return told!;
}

/** What changes cost on the wire. */
function sizes(sim: TestSim): number[] {
  const found: number[] = [];
  sim.node.subscribe("/world/test/history/changes", ({ bytes }) => found.push(bytes.length));
  return found;
}

test("[HI41] a change is as small after a thousand commands as after ten", async () => {
  using sim = await open();
  const told = sizes(sim);
  for (let i = 0; i < 1100; i++) move(sim, `c:${1000 + i}`);
  // From a thousand on, each pushes one off the list, and that is told.
  expect(Math.max(...told.slice(-50))).toBeLessThan(Math.max(...told.slice(5, 15)) + 100);
});

test("[HI41] and so is a command after an undo, whatever has been left before", async () => {
  using sim = await open();
  for (let i = 0; i < 100; i++) move(sim, `c:${1000 + i}`);
  const told = sizes(sim);
  for (let i = 0; i < 200; i++) {
    move(sim, `d:${1000 + i}`);
    undo(sim, `d:${1000 + i}`);
  }
  expect(whole(sim).stretches!.length).toBeGreaterThan(200);
  expect(Math.max(...told.slice(-50))).toBeLessThan(Math.max(...told.slice(5, 15)) + 100);
});

test("[HI41] who has missed a change is told so, and the whole has the revision to go on from", async () => {
  using sim = await open();
  const changes: orrery.HistoryChange[] = [];
  sim.node.subscribe<orrery.HistoryChange>("/world/test/history/changes", ({ value }) => changes.push(value));
  const first = whole(sim);
  move(sim, "c:1");
  move(sim, "c:2");
  sim.runner.pass();
  const [one, two] = changes;
  expect(applyHistoryChange(first, two!)).toBeUndefined();
  const both = applyHistoryChange(applyHistoryChange(first, one!)!, two!)!;
  expect(both.undo!.map(({ id }) => id)).toEqual(["c:2", "c:1"]);
  const { revision } = whole(sim);
  expect(both.revision).toBe(revision);
});

test("[HI41] the whole is published too, less often the larger it is", async () => {
  let nowMs = 0;
  using sim = await open({ nowMs: () => nowMs });
  const lists: orrery.History[] = [];
  sim.node.subscribe<orrery.History>("/world/test/history", ({ value }) => lists.push(value));
  for (let i = 0; i < 600; i++) move(sim, `c:${i}`);
  expect(lists.length).toBeGreaterThan(150);
  expect(lists.length).toBeLessThan(250);
  nowMs += 10_000;
  sim.runner.pass();
  expect(lists.at(-1)!.undo).toHaveLength(600);
});
