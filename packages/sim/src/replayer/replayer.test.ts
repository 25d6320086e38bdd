import { MessageRegistry, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { logTo } from "../base/log.ts";
import { columnsOf } from "../introspection/item-types.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { TestSim } from "../testing/test-sim.ts";
import { watchItems } from "../testing/watch-items.ts";
import { LivePast } from "./live-past.ts";
import type { InputRange, PastSource } from "./past-tree.ts";
import type { Replay } from "./replay.ts";
import { Replayer } from "./replayer.ts";
import type { ReplayWishes } from "./replay-wishes.ts";

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

test("[IT12] items that come, go and change their columns in the past have the values that they had", async () => {
  using sim = await TestSim.load(WORLD, {
    history: { enabled: true },
    defaultSystems: ["physics", "user-commands"],
  });
  const items = ["late::pose", "box::gz_sim_components.LinearVelocityCmd.x", "late::l::force", "iterations"];
  const live = await watchItems(sim, items);
  sim.run({ steps: 20 });
  sim.publish("/model/box/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
  const late = `<sdf version="1.9"><model name="late"><pose>0 0 5 0 0 0</pose><link name="l"/></model></sdf>`;
  sim.request("/world/test/create", "gz.msgs.EntityFactory", { sdf: late });
  await expect
    .poll(() => {
      sim.run({ steps: 1 });
      return sim.runner.introspection.manager.find("late::pose");
    })
    .toBeDefined();
  sim.run({ steps: 30 });
  sim.request("/world/test/remove", "gz.msgs.Entity", { name: "late", type: "MODEL" });
  sim.run({ steps: 20 });
  live.finish();
  const replayed = await replayOf(sim, { items });
  const valuesOf = (batches: readonly orrery.ItemSamples[]): string[] => batches.flatMap((batch) => rowsByName(batch));
  expect(valuesOf(replayed.flatMap(({ batches }) => batches))).toEqual(valuesOf(live.batches));
  expect(live.batches.map(({ described }) => described![0]!.type)).toEqual(["double", "pose3d", "pose3d"]);
  expect(live.batches.at(-1)!.values!.some((value) => value === 1)).toBe(true);
});

test("[RP2] a part of the past can be asked for, and every so many-th step of it", async () => {
  using sim = await TestSim.load(WORLD, { history: { enabled: true } });
  sim.run({ steps: 400 });
  const [replayed] = await replayOf(sim, { fromNs: 0.2e9, toNs: 0.3e9, every: 10 });
  expect(replayed!.steps).toEqual([200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 300]);
});

test("[RP3] the live world is left as it is, and continues while its past is replayed", async () => {
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

test.each(ENGINES)(
  "[RP7] in %s a sample of each keyframe comes first, then all of what is looked at, then the rest",
  async (engine) => {
    using sim = await simWithKeyframes(engine);
    const focus = { stretches: [], fromNs: 0.35e9, toNs: 0.4e9 };
    const found = await messagesOf(sim, { isCoarse: true, focus });
    const fine = found.filter(({ coarse = false }) => !coarse);
    const coarse = found.slice(0, found.length - fine.length);
    expect(coarse.length).toBeGreaterThan(5);
    expect(coarse.every((message) => message.coarse)).toBe(true);
    expect(coverageOf(coarse)).toEqual([[0, 0.6]]);
    expect(coverageOf(fine)).toEqual([[0, 0.6]]);

    const rows = new Map(fine.flatMap((message) => rowsOf(message)));
    expect(rows.size).toBe(600);
    for (const [step, row] of coarse.flatMap((message) => rowsOf(message))) expect(row).toBe(rows.get(step));

    const order = fine.flatMap(({ samples }) => samples?.steps ?? []);
    const seen = order.findIndex((step) => step > 400);
    expect(order[0]).toBeGreaterThan(200);
    expect(order.slice(0, seen)).toEqual(expect.arrayContaining([350, 375, 400]));
    expect(order.slice(0, seen)).not.toContain(100);
  },
);

test("[RP7] what is looked at may change: the new part comes next, and nothing comes twice", async () => {
  using sim = await simWithKeyframes("rapier");
  let slices = 0;
  const found = await messagesOf(sim, { focus: { stretches: [], fromNs: 0, toNs: 0.1e9 } }, (replay) => {
    if (++slices === 1) replay.look({ stretches: [], fromNs: 0.5e9, toNs: 0.6e9 });
  });
  const order = found.flatMap(({ samples }) => samples?.steps ?? []);
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
  expect(order.indexOf(600)).toBeLessThan(order.indexOf(300));
  expect(coverageOf(found)).toEqual([[0, 0.6]]);
});

test("[RP10] a stretch that cannot be replayed is named with the reason; the others are complete", async () => {
  using sim = await simWithKeyframes("rapier");
  move(sim, "box", 3);
  sim.run({ steps: 50 });
  const [mark] = sim.runner.timeline.undoable();
  sim.request("/world/test/history/undo_redo", "orrery.msgs.UndoRedo", { id: mark!.id, undo: true });
  sim.run({ steps: 40 });
  const { present } = sim.runner.timeline;
  const branch = sim.runner.timeline.stretches().find(({ children, id }) => children.size === 0 && id !== present.id)!;
  const found = await messagesOf(sim, {}, undefined, {
    inputs: async (past, range) => (range.leaf === branch.id ? undefined : past.inputs(range)),
  });
  const errors = found.flatMap(({ stretch, error }) => (error === undefined ? [] : [{ stretch, error }]));
  expect(errors).toEqual([{ stretch: branch.id, error: "this part of the past is no longer remembered" }]);
  const steps = found.filter(({ stretch }) => stretch === present.id).flatMap(({ samples }) => samples?.steps ?? []);
  expect(steps).toHaveLength(present.end.tick - present.start.tick);
});

/** Returns a world with 0.6 s of past, and a keyframe every few steps. */
async function simWithKeyframes(engine: string): Promise<TestSim> {
  let nowMs = 0;
  const options = { engine, history: { enabled: true }, nowMs: () => (nowMs += 10) };
  const sim = await TestSim.load(WORLD, { ...options, defaultSystems: ["physics", "user-commands"] });
  sim.run({ steps: 600 });
  return sim;
}

/** Returns the time ranges that messages cover. Ranges that touch are joined. */
function coverageOf(found: readonly Message[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const { from = 0, to = 0 } of found.toSorted((a, b) => a.from! - b.from!)) {
    const last = joined.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

function rowsOf({ samples }: Message): [step: number, row: string][] {
  const { steps = [], values = [] } = samples ?? {};
  const columns = values.length / steps.length;
  return steps.map((step, row) => [
    step,
    Array.from({ length: columns }, (_, i) => values[i * steps.length + row]).join(),
  ]);
}

/** Returns each sample as text, with the names of its items, so that batches which end at different steps compare. */
function rowsByName({ described, steps, values }: orrery.ItemSamples): string[] {
  return steps!.map((step, row) => {
    let column = 0;
    const shown = described!.map(({ name, type }) => {
      const numbers = columnsOf(type!).map(() => values![column++ * steps!.length + row]!);
      return `${name} ${numbers.every(Number.isNaN) ? "none" : numbers.join()}`;
    });
    return [step, ...shown].join("; ");
  });
}

function move(sim: TestSim, name: string, z: number): void {
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { name, position: { z } });
  sim.run({ steps: 1 });
}

interface Replayed {
  readonly stretch: string;
  readonly steps: number[];
  readonly columns: number[][];
  readonly batches: orrery.ItemSamples[];
}

async function replayOf(sim: TestSim, wishes: Partial<ReplayWishes>, onSlice = (): void => {}): Promise<Replayed[]> {
  const found: Replayed[] = [];
  let described: readonly orrery.IntrospectionItem[] = [];
  for (const { stretch = "", samples: batch, error = "" } of await messagesOf(sim, wishes, onSlice)) {
    expect(error).toBe("");
    if (batch === undefined) continue;
    const { steps = [], values = [] } = batch;
    let one = found.find((each) => each.stretch === stretch);
    if (one === undefined) found.push((one = { stretch, steps: [], columns: [], batches: [] }));
    if (batch.described!.length > 0) described = batch.described!;
    one.batches.push({ ...batch, described });
    one.steps.push(...steps);
    for (let i = 0; i < values.length / steps.length; i++)
      (one.columns[i] ??= []).push(...values.slice(i * steps.length, (i + 1) * steps.length));
  }
  return found;
}

/** Replays until nothing is left. */
async function messagesOf(
  sim: TestSim,
  wishes: Partial<ReplayWishes>,
  onSlice: (replay: Replay) => void = () => {},
  faults: { readonly inputs?: (past: LivePast, range: InputRange) => ReturnType<PastSource["inputs"]> } = {},
): Promise<Message[]> {
  const troubles: string[] = [];
  const past = new LivePast(sim.runner);
  const source: PastSource = {
    tree: async () => structuredClone(past.tree()),
    inputs: async (range) =>
      faults.inputs === undefined ? structuredClone(past.inputs(range)) : faults.inputs(past, range),
    keyframe: async (name) => structuredClone(past.keyframe(name)),
    pieces: async (places) => past.pieces(places),
  };
  const options = {
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log: logTo(({ level, message }) => void (level === "error" && troubles.push(message))),
    nowMs: () => performance.now(),
  };
  using replayer = new Replayer(source, options);
  const found: Message[] = [];
  const all = { items: ITEMS, every: 1, stretches: [], fromNs: undefined, toNs: undefined, focus: undefined };
  using replay = await replayer.begin(
    { ...all, isCoarse: false, ...wishes },
    { breathe: async () => onSlice(replay), onSamples: (message) => void found.push(message) },
  );
  while (await replay.goOn(() => false));
  expect(troubles).toEqual([]);
  return found;
}

type Message = Omit<orrery.ReplaySamples, "id">;
