import { expect, test } from "vitest";
import { TestSim, type TestSimOptions } from "../testing/test-sim.ts";
import type { Asker } from "./past-view.ts";
import type { Stretch } from "./stretch.ts";

const me: Asker = { author: "a", authorName: "Ann" };
const box = `<model name="a"><pose>0 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
  <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

const open = (options: TestSimOptions): Promise<TestSim> =>
  TestSim.load(box, { defaultSystems: ["physics", "user-commands"], ...options });

function move(sim: TestSim, id: string, z = 3): void {
  const header = { data: [{ key: "command_id", value: [id] }] };
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { header, name: "a", position: { x: 0, y: 0, z } });
  sim.run({ steps: 1 });
}

const ends = (stretches: readonly Stretch[]): Stretch[] => stretches.filter(({ children }) => children.size === 0);

test("[HI42] of more branches than are allowed those without commands go, then the oldest, and that is told", async () => {
  using sim = await open({ history: { enabled: true, branchLimit: 10 } });
  const { runner } = sim;
  const { timeline } = runner;
  const seen = new Map<string, string>();
  const leave = (): void => void seen.set(timeline.present.id, runner.hash());
  const told: string[] = [];
  sim.node.subscribe("/world/test/history/changes", "orrery.msgs.HistoryChange", ({ value: { now } }) => {
    told.push(...(now?.forgotten ?? []).map(({ id = "" }) => id));
  });
  let most = 0;
  for (let i = 0; i < 60; i++) {
    sim.run({ steps: 2 });
    const [time] = [runner.now().timeNs];
    // Every other one contains nothing but steps.
    if (i % 2 === 0) move(sim, `c:${i}`, 2 + i);
    else sim.run({ steps: 3 });
    leave();
    timeline.goTo({ id: "", timeNs: time - 1e6 }, me);
    most = Math.max(most, timeline.stretches().length);
  }
  expect(most).toBeLessThan(30);
  sim.run({ steps: 1 });
  move(sim, "last");
  const left = ends(timeline.stretches()).filter((each) => each !== timeline.present);
  const marks = left.flatMap((each) => each.marks.map(({ id }) => id));
  sim.runner.pass();
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((id) => marks.includes(id))).toEqual([]);
  expect(marks.at(-1)).toBe("c:58");
  for (const { id } of left) {
    if (!seen.has(id)) continue;
    timeline.goTo({ id, timeNs: undefined }, me);
    expect(runner.hash()).toBe(seen.get(id));
  }
});

test("[HI42] a line on which nothing branches off any more is one stretch again", async () => {
  using sim = await open({ history: { enabled: true, branchLimit: 4 } });
  const { runner } = sim;
  const { timeline } = runner;
  sim.run({ steps: 10 });
  const first = runner.hash();
  for (let i = 0; i < 200; i++) {
    sim.run({ steps: 2 });
    const { timeNs } = runner.now();
    timeline.goTo({ id: "", timeNs: timeNs - 1e6 }, me);
  }
  sim.run({ steps: 1 });
  expect(timeline.stretches().length).toBeLessThan(16);
  timeline.goTo({ id: "", timeNs: 10e6 }, me);
  expect(runner.hash()).toBe(first);
});

/** Returns the real size of the stored inputs. */
function inputBytes({ runner }: TestSim): number {
  return runner.timeline
    .stretches()
    .flatMap(({ inputs }) => inputs)
    .reduce((sum, { input }) => sum + ((input as { bytes?: Uint8Array }).bytes?.length ?? 0), 0);
}

test.each([false, true])(
  "[HI43] a paused world that gets many messages keeps to its limit (after a jump: %s)",
  async (hasJumped) => {
    const byteLimit = 3e6;
    using sim = await open({ history: { enabled: true, byteLimit }, paused: false });
    const { runner } = sim;
    sim.run({ steps: 5 });
    move(sim, "c:1");
    sim.run({ steps: 5 });
    if (hasJumped) runner.timeline.undo("c:1", me);
    runner.state.pause();
    for (let i = 0; i < 300; i++) {
      sim.publish("/anything", "gz.msgs.StringMsg", { data: "x".repeat(100_000) });
      runner.pass();
      expect(runner.timeline.bytes).toBeLessThan(byteLimit);
      expect(inputBytes(sim)).toBeLessThan(byteLimit);
    }
    // The count agrees with what is stored.
    expect(runner.timeline.bytes).toBeGreaterThan(inputBytes(sim));
    const hash = runner.hash();
    move(sim, "c:2", 9);
    runner.timeline.undo("c:2", me);
    expect(runner.hash()).toBe(hash);
  },
);

test("[HI43] descriptions and ids count, too", async () => {
  using sim = await open({ history: { enabled: true } });
  const { timeline } = sim.runner;
  move(sim, "c:1");
  const before = timeline.bytes;
  const header = {
    data: [
      { key: "command_id", value: ["c:2"] },
      { key: "description", value: ["x".repeat(150_000)] },
    ],
  };
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { header, name: "a", position: { x: 0, y: 0, z: 3 } });
  sim.run({ steps: 1 });
  expect(timeline.bytes - before).toBeGreaterThan(100_000);
});

test("[HI44] commands that come right after each other share a keyframe, and each is undone to the bit", async () => {
  let nowMs = 0;
  using sim = await open({ history: { enabled: true }, nowMs: () => nowMs });
  const { runner } = sim;
  const { timeline } = runner;
  const hashes = new Map<string, string>();
  for (let i = 0; i < 300; i++) {
    // The rate of a program that gives a hundred commands per second.
    nowMs += 10;
    sim.run({ steps: 1 });
    hashes.set(`c:${i}`, runner.hash());
    move(sim, `c:${i}`, 2 + i / 100);
  }
  const keyframes = timeline.stretches().flatMap((stretch) => stretch.keyframes);
  expect(keyframes.length).toBeLessThan(45);
  for (const id of ["c:299", "c:250", "c:131", "c:3"]) {
    timeline.undo(id, me);
    expect(runner.hash()).toBe(hashes.get(id));
  }
  // A command after a pause gets a keyframe of its own.
  nowMs += 500;
  const taken = (): number => timeline.stretches().reduce((sum, stretch) => sum + stretch.keyframes.length, 0);
  move(sim, "d:1");
  nowMs += 500;
  const before = taken();
  move(sim, "d:2");
  expect(taken()).toBeGreaterThan(before);
});
