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
  // A free fall under 9.8 m/s².
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
