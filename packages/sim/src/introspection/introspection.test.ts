import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";
import { askItems, watchItems } from "../testing/watch-items.ts";

const FALLING = `<model name="box"><pose>0 0 10 0 0 0</pose><link name="body">
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>`;

test("[IT1] a filter's samples have every step, in order, and the values of the world at its end", async () => {
  using sim = await TestSim.load(FALLING);
  const watching = await watchItems(sim, ["box::body::linear_velocity", "box::body::pose", "sim_time", "iterations"]);
  sim.run({ steps: 100 });
  watching.finish();
  const { steps, times, columns, sequences } = watching;
  expect(sequences[0]).toBe(0);
  expect(steps).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(times.at(-1)).toBe(0.1);
  expect(columns[11]).toEqual(steps);
  // Free fall under 9.8 m/s².
  for (const [i, vz] of columns[2]!.entries()) expect(vz).toBeCloseTo((-9.8 * (i + 1)) / 1000, 4);
  expect(columns[5]!.at(-1)).toBe(sim.poseOf("box").z);
});

test("[IT2] each sample is also one message with all items, as Gazebo's types", async () => {
  using sim = await TestSim.load(FALLING);
  const { topic } = await askItems(sim, "set_filter", {
    items: ["box::body::linear_velocity", "iterations"],
    every: 10,
  });
  const got: gz.Param_V[] = [];
  sim.node.subscribe(topic!, "gz.msgs.Param_V", ({ value }) => void got.push(value));
  sim.run({ steps: 30 });
  expect(got.map(({ header }) => header?.stamp?.nsec)).toEqual([10e6, 20e6, 30e6]);
  expect(got[0]!.param!.map(({ params }) => Object.entries(params!)[0])).toEqual([
    ["box::body::linear_velocity", { type: "VECTOR3D", vector3d_value: { x: 0, y: 0, z: expect.closeTo(-0.098, 4) } }],
    ["iterations", { type: "INT32", int_value: 10 }],
  ]);
});

test("[IT3] items are listed by name, all or those of one thing, and come and go with their entities", async () => {
  using sim = await TestSim.load(FALLING, { defaultSystems: ["physics", "user-commands"] });
  const names = async (query: orrery.ItemQuery): Promise<(string | undefined)[]> =>
    (await askItems(sim, "items", query)).items!.map(({ name }) => name);
  expect(await names({ of: "box::body" })).toContain("box::body::linear_velocity");
  expect(await names({ words: ["SIM", "time"] })).toEqual(expect.arrayContaining(["sim_time"]));
  expect((await askItems(sim, "items", { of: "box" })).things).toEqual(["box::body"]);
  const watching = await watchItems(sim, ["box::body::linear_velocity"]);
  sim.run({ steps: 5 });
  sim.request("/world/test/remove", "gz.msgs.Entity", { name: "box", type: "MODEL" });
  sim.run({ steps: 5 });
  watching.finish();
  expect(watching.columns[2]!.map((value) => Number.isNaN(value))).toEqual([
    ...Array(5).fill(false),
    ...Array(5).fill(true),
  ]);
  expect(await names({ of: "box::body" })).toEqual([]);
  expect((await askItems(sim, "items", { of: "" })).things).not.toContain("box");
});

test("[IT3] a search of a large world comes in parts of bounded work, which together have each item once", async () => {
  const boxes = Array.from({ length: 300 }, (_, i) => FALLING.replace('"box"', `"box_${i}"`)).join("");
  using sim = await TestSim.load(boxes);
  const found: string[] = [];
  let next = "";
  let parts = 0;
  do {
    const answer = await askItems(sim, "items", { words: ["POSE", "body"], limit: 200, after: next });
    found.push(...answer.items!.map(({ name = "" }) => name));
    next = answer.next ?? "";
    expect(answer.partial ?? false).toBe(next !== "");
    // The first thing of the next part may have gone meanwhile: then nothing is left out.
    parts++;
  } while (next !== "");
  expect(parts).toBeGreaterThan(4);
  expect(new Set(found).size).toBe(found.length);
  for (let i = 0; i < 300; i++) expect(found).toContain(`box_${i}::body::pose`);
});

test("[IT4] a filter can be changed, looked at and removed, by whoever made it; what is wrong is refused with a reason", async () => {
  using sim = await TestSim.load(FALLING);
  const made = await askItems(sim, "set_filter", { items: ["sim_time"] });
  expect(made).toMatchObject({ id: "f1", every: 1, revision: 1, described: [{ name: "sim_time", units: ["s"] }] });
  const changed = await askItems(sim, "set_filter", { id: "f1", items: ["nothing"], every: 2 });
  expect(changed).toMatchObject({ revision: 2, described: [{ unavailable: "there is no such item now" }] });
  expect(await askItems(sim, "get_filter", { id: "f1" })).toEqual(changed);
  await expect(askItems(sim, "set_filter", { items: [] })).rejects.toThrow("at least one item");
  await expect(askItems(sim, "set_filter", { items: ["a", "a"] })).rejects.toThrow('"a" is listed twice');
  await askItems(sim, "remove_filter", { id: "f1" });
  await expect(askItems(sim, "get_filter", { id: "f1" })).rejects.toThrow('there is no filter "f1"');
});

test("[IT5] watching changes nothing in the world, and is no part of its past", async () => {
  using watched = await TestSim.load(FALLING, { history: { enabled: true } });
  using alone = await TestSim.load(FALLING, { history: { enabled: true } });
  const watching = await watchItems(watched, ["box::body::pose"]);
  for (const sim of [watched, alone]) sim.run({ steps: 500 });
  watching.finish();
  expect(watching.steps).toHaveLength(500);
  expect(watched.hash()).toBe(alone.hash());
  expect(watched.runner.timeline.stretches().flatMap(({ inputs }) => inputs)).toEqual([]);
});

test("[IT13] an item is read once in a step, however many filters watch it, and not at all when nobody listens", async () => {
  using sim = await TestSim.load(FALLING);
  let reads = 0;
  using _ = sim.runner.introspection.manager.register("counted", {
    type: "double",
    units: [],
    read: (_step, out, at) => void (out[at] = ++reads),
  });
  await askItems(sim, "set_filter", { items: ["counted"] });
  sim.run({ steps: 3 });
  expect(reads).toBe(0);
  const watched = await Promise.all(Array.from({ length: 5 }, () => watchItems(sim, ["counted", "iterations"])));
  sim.run({ steps: 4 });
  expect(reads).toBe(4);
  for (const one of watched) one.finish();
  for (const { columns } of watched) expect(columns[0]).toEqual([1, 2, 3, 4]);
});

test("[IT21] filters with the same items share their samples; each gets those from its first listener on, counted by itself", async () => {
  using sim = await TestSim.load(FALLING);
  let reads = 0;
  const { manager } = sim.runner.introspection;
  manager.register("counted", { type: "double", units: [], read: (_step, out, at) => void (out[at] = ++reads) });
  const items = ["counted", "iterations"];
  const first = await watchItems(sim, items);
  sim.run({ steps: 3 });
  const second = await watchItems(sim, items);
  const { samples_topic = "", id = "" } = await askItems(sim, "set_filter", { items });
  const third: number[] = [];
  const listening = sim.node.subscribe(samples_topic, "orrery.msgs.ItemSamples", ({ value }) => {
    third.push(value.sequence!, ...value.steps!);
  });
  sim.run({ steps: 2 });
  second.finish();
  expect(reads).toBe(5);
  expect(first.steps).toEqual([1, 2, 3, 4, 5]);
  expect(first.columns).toEqual([first.steps, first.steps]);
  expect(second.steps).toEqual([4, 5]);
  expect(second.columns).toEqual([second.steps, second.steps]);
  expect(second.sequences[0]).toBe(0);
  expect(second.batches[0]!.described!.map(({ name }) => name)).toEqual(items);
  expect(third).toEqual([0, 4, 5]);

  // One that changes its list leaves the others alone, and starts a revision.
  const changed = await askItems(sim, "set_filter", { id, items: ["iterations"] });
  expect(changed).toMatchObject({ id, revision: 2 });
  sim.run({ steps: 1 });
  first.finish();
  listening[Symbol.dispose]();
  sim.run({ steps: 1 });
  first.finish();
  expect(first.steps).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(first.batches.map(({ revision }) => revision)).toEqual(first.batches.map(() => 1));
  expect(third).toEqual([0, 4, 5, 2, 6]);
});

test("[IT14] a filter ends soon after its last listener has gone; a new one waits for its first", async () => {
  let now = 0;
  using sim = await TestSim.load(FALLING, { nowMs: () => now });
  const { introspection } = sim.runner;
  const { topic } = await askItems(sim, "set_filter", { items: ["sim_time"] });
  const later = (ms: number): number => {
    now += ms;
    sim.run({ steps: 1 });
    return introspection.filterCount;
  };
  expect(later(14_000)).toBe(1);
  const subscription = sim.node.subscribe(topic!, "gz.msgs.Param_V", () => {});
  expect(later(100_000)).toBe(1);
  subscription[Symbol.dispose]();
  expect(later(1000)).toBe(1);
  expect(later(2000)).toBe(0);
  expect(sim.node.topics().filter(({ name }) => name === topic)).toEqual([]);
});

test("[IT15] filters count against the limits of the session that made them", async () => {
  using sim = await TestSim.load(FALLING);
  for (let i = 0; i < 64; i++) await askItems(sim, "set_filter", { items: ["sim_time"] });
  await expect(askItems(sim, "set_filter", { items: ["sim_time"] })).rejects.toThrow("you have 64 filters already");
  const many = Array.from({ length: 4000 }, (_, i) => `item ${i}`);
  await expect(askItems(sim, "set_filter", { id: "f1", items: many })).rejects.toThrow("one session may watch 4000");
});
