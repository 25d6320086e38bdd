import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { fromSecNsec } from "../../base/time.ts";
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
  sim.node.call(
    "/world/test/history/info",
    {},
    (result) => {
      if (result.ok) told = result.value;
    },
    { response: "orrery.msgs.History" },
  );
  sim.runner.pass();
  return told!;
}

/** Returns the sizes of the changes on the wire. */
function sizes(sim: TestSim): number[] {
  const found: number[] = [];
  sim.node.subscribe("/world/test/history/changes", "orrery.msgs.HistoryChange", ({ bytes }) =>
    found.push(bytes.length),
  );
  return found;
}

test("[HI41] a change is as small after a thousand commands as after ten", async () => {
  using sim = await open();
  const told = sizes(sim);
  for (let i = 0; i < 1100; i++) move(sim, `c:${1000 + i}`);
  // From a thousand on, each new mark removes an old one from the list, which the change must say.
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

test("[HI41] who has missed a change is told so, and the whole has the revision to continue from", async () => {
  using sim = await open();
  const changes: orrery.HistoryChange[] = [];
  sim.node.subscribe("/world/test/history/changes", "orrery.msgs.HistoryChange", ({ value }) => changes.push(value));
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

const driven = `<physics type="none"><max_step_size>0.1</max_step_size></physics><model name="a"><pose>0 0 1 0 0 0</pose><link name="link"/>
  <plugin name="velocity-control" filename="velocity-control"/></model>`;

test("[HI46] when messages came is told with a history, on the branch on which they came, seldom", async () => {
  using sim = await TestSim.load(driven, {
    history: { enabled: true },
    defaultSystems: ["user-commands"],
  });
  let followed = whole(sim);
  let changes = 0;
  sim.node.subscribe("/world/test/history/changes", "orrery.msgs.HistoryChange", ({ value }) => {
    followed = applyHistoryChange(followed, value)!;
    changes++;
  });
  const drive = (steps: number): void => {
    for (let i = 0; i < steps; i++) {
      sim.publish("/model/a/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
      sim.run({ steps: 1 });
    }
  };
  const busy = ({ stretches = [] }: orrery.History): number[][][] =>
    stretches.map(({ busy: spans = [] }) =>
      spans.map(({ start, end }) => [start, end].map((time) => fromSecNsec({ sec: 0, nsec: 0, ...time }) / 1e9)),
    );
  sim.run({ steps: 100 });
  drive(400);
  sim.run({ steps: 500 });
  drive(1);
  sim.runner.pass();
  expect(busy(whole(sim))).toEqual([
    [
      [10.1, 50],
      [100.1, 100.1],
    ],
  ]);
  // Once at the start, after 15 s twice, and at the new start; a client that follows is less than 15 s behind.
  expect(changes).toBe(4);
  expect(busy(followed)[0]![0]![1]).toBeGreaterThan(34.9);

  sim.runner.timeline.goTo({ id: "", timeNs: 30e9 }, { author: "", authorName: "" });
  drive(1);
  sim.runner.pass();
  // The stretch that was split, the part left ahead of it, and the new branch.
  expect(busy(whole(sim))).toEqual([
    [[10.1, 30]],
    [
      [30, 50],
      [100.1, 100.1],
    ],
    [[30, 30]],
  ]);
  expect(busy(followed)).toEqual(busy(whole(sim)));
});

test("[HI41] the whole is published too, less often the larger it is", async () => {
  let nowMs = 0;
  using sim = await open({ nowMs: () => nowMs });
  const lists: orrery.History[] = [];
  sim.node.subscribe("/world/test/history", "orrery.msgs.History", ({ value }) => lists.push(value));
  for (let i = 0; i < 600; i++) move(sim, `c:${i}`);
  expect(lists.length).toBeGreaterThan(150);
  expect(lists.length).toBeLessThan(250);
  nowMs += 10_000;
  sim.runner.pass();
  expect(lists.at(-1)!.undo).toHaveLength(600);
});
