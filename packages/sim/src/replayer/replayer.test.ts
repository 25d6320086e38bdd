import { MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { logTo } from "../base/log.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { TestSim } from "../testing/test-sim.ts";
import { watchItems } from "../testing/watch-items.ts";
import { LivePast } from "./live-past.ts";
import type { PastSource } from "./past-tree.ts";
import { Replayer, type ReplayWishes } from "./replayer.ts";

const ENGINES = ["rapier", "mujoco"] as const;
const WORLD = `<model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><box><size>10 10 1</size></box></geometry></collision></link></model>
  <model name="box"><pose>0 0 2 0.3 0.2 0</pose><link name="body"><inertial><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>0.5 0.5 0.5</size></box></geometry></collision></link>
  <plugin name="velocity-control" filename="velocity-control"/></model>`;
const ITEMS = ["box::body::pose", "box::body::linear_acceleration", "box::body::contact_force", "sim_time"];

test.each(ENGINES)(
  "[RP1] in %s an item asked for afterwards has the values that it had, to the bit, on every line of history",
  async (engine) => {
    using sim = await TestSim.load(WORLD, {
      engine,
      history: { enabled: true },
      defaultSystems: ["physics", "user-commands"],
    });
    const live = await watchItems(sim, ITEMS);
    sim.run({ steps: 150 });
    sim.publish("/model/box/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
    sim.run({ steps: 100 });
    move(sim, "box", 3);
    sim.run({ steps: 120 });
    const [mark] = sim.runner.timeline.undoable();
    sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: mark!.id, undo: true });
    sim.run({ steps: 2 });
    sim.run({ steps: 80 });
    move(sim, "box", 5);
    sim.run({ steps: 60 });
    live.finish();
    expect(sim.runner.timeline.stretches().length).toBeGreaterThan(2);

    const replayed = await replayOf(sim, {});
    const rows = (columns: readonly (readonly number[])[], i: number): number[] => columns.map((column) => column[i]!);
    const lived = new Set(live.steps.map((_, i) => rows(live.columns, i).join()));
    const again = replayed.flatMap(({ columns, steps }) => steps.map((_, i) => rows(columns, i).join()));
    expect(new Set(again)).toEqual(lived);
    expect(again).toHaveLength(live.steps.length);
  },
);

test("[RP2] a part of the past can be asked for, and every so many-th step of it", async () => {
  using sim = await TestSim.load(WORLD, { history: { enabled: true } });
  sim.run({ steps: 400 });
  const [replayed] = await replayOf(sim, { fromNs: 0.2e9, toNs: 0.3e9, every: 10 });
  expect(replayed!.steps).toEqual([200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 300]);
});

test("[RP3] the live world is left as it is, and goes on while its past is replayed", async () => {
  using sim = await TestSim.load(WORLD, { history: { enabled: true } });
  using alone = await TestSim.load(WORLD, { history: { enabled: true } });
  for (const one of [sim, alone]) one.run({ steps: 300 });
  let steps = 300;
  await replayOf(sim, {}, () => {
    for (const one of [sim, alone]) one.run({ steps: 10 });
    steps += 10;
  });
  expect(sim.runner.now().count).toBe(steps);
  expect(sim.hash()).toBe(alone.hash());
});

function move(sim: TestSim, name: string, z: number): void {
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { name, position: { z } });
  sim.run({ steps: 1 });
}

interface Replayed {
  readonly stretch: string;
  readonly steps: number[];
  readonly columns: number[][];
}

async function replayOf(sim: TestSim, wishes: Partial<ReplayWishes>, onSlice = (): void => {}): Promise<Replayed[]> {
  const troubles: string[] = [];
  const past = new LivePast(sim.runner);
  const source: PastSource = {
    loaded: async () => past.loaded(),
    tree: async () => structuredClone(past.tree()),
    inputs: async (stretch, from) => structuredClone(past.inputs(stretch, from)),
    keyframe: async (number) => past.keyframe(number),
  };
  const options = {
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log: logTo(({ level, message }) => void (level === "error" && troubles.push(message))),
    nowMs: () => performance.now(),
  };
  using replayer = new Replayer(source, options);
  const found: Replayed[] = [];
  await replayer.replay(
    { items: ITEMS, every: 1, stretches: [], fromNs: undefined, toNs: undefined, ...wishes },
    {
      breathe: async () => onSlice(),
      onSamples(stretch, { steps = [], values = [] }) {
        let one = found.find((each) => each.stretch === stretch);
        if (one === undefined) found.push((one = { stretch, steps: [], columns: [] }));
        one.steps.push(...steps);
        for (let i = 0; i < values.length / steps.length; i++)
          (one.columns[i] ??= []).push(...values.slice(i * steps.length, (i + 1) * steps.length));
      },
    },
  );
  expect(troubles).toEqual([]);
  return found;
}
