import { deflateSync, inflateSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { identityPose } from "../base/pose.ts";
import { spareMemory } from "../base/spare-memory.ts";
import { moveEdit } from "../commands/make-edit.ts";
import { TestSim } from "../testing/test-sim.ts";
import type { Packer } from "./stored-state.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import { KeptKeyframe } from "./kept-keyframe.ts";
import { Packing } from "./packing.ts";
import { leastUseful } from "./thinning.ts";
import { Stretch } from "./stretch.ts";
import type { Asker } from "./past-view.ts";

const me: Asker = { author: "ann", authorName: "Ann" };

const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>
  <normal>0 0 1</normal></plane></geometry></collision></link></model>`;
const boxes = (count: number, z: number): string =>
  Array.from(
    { length: count },
    (_, i) => `<model name="b${i}"><pose>${i} 0 ${z} 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
      <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`,
  ).join("");

const defaultSystems = ["physics", "user-commands"];

class Deflate implements Packer {
  packed = 0;
  /** Nothing is returned while this is pending. */
  gate: Promise<void> = Promise.resolve();

  async pack(bytes: Uint8Array): Promise<Uint8Array> {
    this.packed++;
    await this.gate;
    return deflateSync(bytes, { level: 1 });
  }

  unpack(packed: Uint8Array): Uint8Array {
    return new Uint8Array(inflateSync(packed));
  }
}

/** Resolves when everything has been packed, which needs nothing but promises. */
const allPacked = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function keyframesOf({ runner }: TestSim): KeptKeyframe[] {
  return runner.timeline.stretches().flatMap(({ keyframes }) => keyframes);
}

const isPacked = ({ states }: KeptKeyframe): boolean => [...states.values()].every(({ stored }) => stored.isPacked);

/** Gives commands like a client, some steps apart. Returns the world's hash before each. */
async function give(sim: TestSim, ids: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const id of ids) {
    sim.run({ steps: 4 });
    hashes.set(id, sim.runner.hash());
    const edits = [moveEdit(sim.entity("b0"), { ...identityPose, z: 9 })];
    sim.request("/world/test/command", "orrery.msgs.Command", { id, edits });
    sim.run({ steps: 1 });
    await allPacked();
  }
  return hashes;
}

test("[HI32] what is at rest is kept once, however many keyframes have it", async () => {
  let nowMs = 0;
  using sim = await TestSim.load(ground + boxes(5, 0.2), { history: { enabled: true }, nowMs: () => (nowMs += 300) });
  sim.run({ steps: 4000 });
  const before = { bytes: sim.runner.timeline.bytes, keyframes: keyframesOf(sim).length };
  sim.run({ steps: 600 });
  const taken = keyframesOf(sim).slice(before.keyframes);
  expect(taken.length).toBeGreaterThan(8);
  const [stored, ...others] = new Set(
    taken.flatMap(({ states }) => Array.from(states.values(), (state) => state.stored)),
  );
  expect(others).toEqual([]);
  // The clock advances even while nothing moves.
  expect((sim.runner.timeline.bytes - before.bytes) / taken.length).toBeLessThan(stored!.byteLength / 4);
  const hash = sim.runner.hash();
  const { timeNs } = sim.runner.now();
  sim.runner.timeline.goTo({ id: "", timeNs: timeNs - 200e6 }, me);
  sim.run({ steps: 200 });
  expect(sim.runner.hash()).toBe(hash);
});

test("[HI33] the commands that people are likely to undo are at hand, older keyframes are packed, all are exact", async () => {
  const packer = new Deflate();
  using sim = await TestSim.load(boxes(30, 3), { history: { enabled: true }, packer, defaultSystems });
  const ids = Array.from({ length: 12 }, (_, i) => `c:${i}`);
  const state = sim.runner.systems.save().values().next().value!;
  // A quarter is for unpacked ones: three, besides the last.
  const byteLimit = 4 * 3.5 * state.byteLength;
  sim.runner.timeline.configure({ ...sim.runner.timeline.limits, byteLimit });
  const hashes = await give(sim, ids);
  const keyframes = keyframesOf(sim);
  const numbers = keyframes.filter((keyframe) => !isPacked(keyframe)).map(({ number }) => number);
  expect(numbers).toEqual(keyframes.slice(-4).map(({ number }) => number));
  expect(packer.packed).toBe(keyframes.length - 4);
  const { bytes } = sim.runner.timeline;
  sim.runner.timeline.undo("c:2", me);
  expect(sim.runner.hash()).toBe(hashes.get("c:2"));
  // The keyframe that was gone to is unpacked now.
  const gone = keyframes.find(({ at }) => at.tick === 14)!;
  expect(isPacked(gone)).toBe(false);
  expect(sim.runner.timeline.bytes).toBeGreaterThan(bytes);
  for (const id of ids.slice(0, 2).reverse()) {
    sim.runner.timeline.undo(id, me);
    expect(sim.runner.hash()).toBe(hashes.get(id));
  }
});

test("[HI33] the memory of what was packed is used again, and nothing that is kept is written over", async () => {
  const packer = new Deflate();
  using sim = await TestSim.load(boxes(30, 3), { history: { enabled: true }, packer, defaultSystems });
  const { runner } = sim;
  const { byteLength } = runner.systems.save().values().next().value!;
  runner.timeline.configure({ ...runner.timeline.limits, byteLimit: 4 * 1.5 * byteLength });
  const borrow = vi.spyOn(spareMemory, "borrow");
  const ids = Array.from({ length: 8 }, (_, i) => `c:${i}`);
  const hashes = await give(sim, ids);
  const borrowed = borrow.mock.results.map(({ value }) => value as Uint8Array);
  expect(borrowed.length).toBeGreaterThanOrEqual(ids.length);
  // Empty since they were given back.
  expect(borrowed.filter(({ length }) => length === 0).length).toBeGreaterThan(0);
  borrow.mockRestore();
  for (const id of ids.toReversed()) {
    runner.timeline.undo(id, me);
    expect(runner.hash()).toBe(hashes.get(id));
    await allPacked();
  }
});

test("[HI33] the memory of the state to which a world is reset is its own", async () => {
  const borrow = vi.spyOn(spareMemory, "borrow");
  using _sim = await TestSim.load(boxes(30, 3), { history: { enabled: true }, defaultSystems });
  const loaded = borrow.mock.results[0]!.value as Uint8Array;
  borrow.mockRestore();
  spareMemory.giveBack(loaded);
  expect(loaded.length).toBeGreaterThan(0);
});

test("[HI34] what is dropped before it was packed is not packed, nor kept until then", async () => {
  const packer = new Deflate();
  const gate = Promise.withResolvers<void>();
  packer.gate = gate.promise;
  using sim = await TestSim.load(boxes(30, 3), { history: { enabled: true }, packer, defaultSystems });
  const { timeline } = sim.runner;
  timeline.configure({ ...timeline.limits, byteLimit: 1e6 });
  await give(
    sim,
    Array.from({ length: 40 }, (_, i) => `c:${i}`),
  );
  expect(packer.packed).toBe(1);
  timeline.configure({ ...timeline.limits, enabled: false });
  expect(timeline.bytes).toBe(0);
  gate.resolve();
  await allPacked();
  expect(packer.packed).toBe(1);
});

test("[HI35] keyframes are thinned out only as far as the moments between them can be simulated again in reasonable time", () => {
  const at = (tick: number) => ({ tick, sequence: 0, timeNs: tick * 1e6 });
  const stretch = new Stretch("s1", undefined, at(0), 1);
  // Steps were slow at first, and have been fast since.
  const works = [0, 6000, 12_000, 18_000, 24_000, 24_100, 24_200, 24_300];
  stretch.keyframes = works.map(
    (workMs, i) => ({ at: at(100 * i), isMarked: false, workMs, number: i + 1 }) as unknown as KeptKeyframe,
  );
  stretch.end = at(800);
  for (;;) {
    const [useless] = leastUseful(stretch, { taken: 8, mostMs: 10_000 });
    if (useless === undefined) break;
    stretch.keyframes = stretch.keyframes.filter((keyframe) => keyframe !== useless.keyframe);
  }
  expect(stretch.keyframes.map(({ workMs }) => workMs)).toEqual([0, 6000, 12_000, 18_000, 24_300]);
});

test("[HI39] a keyframe more costs the same, however many are at hand", () => {
  let asked = 0;
  const packing = new Packing({
    packer: new Deflate(),
    isKept: () => ++asked > 0,
    onResized: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const snapshot = {} as Snapshot;
  const use = (number: number): number => {
    const before = asked;
    const states = packing.store(new Map([["physics", new Uint8Array(400).fill(number)]]));
    const at = { tick: number, sequence: number, timeNs: number };
    const keyframe = new KeptKeyframe({ at, isMarked: true, workMs: 0 }, number, { snapshot, states }, () => {});
    packing.use(keyframe, 300_000);
    return asked - before;
  };
  const costs = Array.from({ length: 2000 }, (_, number) => use(number));
  expect(Math.max(...costs)).toBeLessThan(5);
  expect(costs.at(-1)).toBeGreaterThan(0);
});

test("[HI39] the past may be as deep as it likes", () => {
  const at = { tick: 0, sequence: 0, timeNs: 0 };
  const root = new Stretch("s0", undefined, at, 0);
  let last = root;
  for (let depth = 1; depth < 100_000; depth++) last = new Stretch(`s${depth}`, last, at, 0);
  expect([...root.tree()]).toHaveLength(100_000);
  expect(last.line()[0]).toBe(root);
});
