import { expect, test } from "vitest";
import { IsStatic, Name } from "../components/identity.ts";
import { component, numeric } from "../ecs/component.ts";
import { TestSim } from "../testing/test-sim.ts";
import { askItems, watchItems } from "../testing/watch-items.ts";

const BOX = `<model name="box"><pose>0 0 10 0 0 0</pose><link name="body"/></model>`;
const Pull = numeric("introspection-test.Pull", { x: 0 });
const Chosen = component("introspection-test.Chosen", (): { readonly speeds: readonly number[] } => ({ speeds: [] }));

test("[IT10] a number of a component that an entity gets later has its values from then on", async () => {
  using sim = await TestSim.load(BOX);
  const { world } = sim.runner;
  const items = ["box::introspection-test.Pull.x", "box::introspection-test.Chosen.speeds[1]"];
  const watching = await watchItems(sim, items);
  const box = sim.entity("box");
  sim.run({ steps: 1 });
  world.set(box, Pull, { x: 3 });
  world.set(box, Chosen, { speeds: [1] });
  sim.run({ steps: 1 });
  world.set(box, Chosen, { speeds: [1, 2] });
  sim.run({ steps: 1 });
  world.unset(box, Pull);
  sim.run({ steps: 1 });
  watching.finish();
  expect(watching.columns).toEqual([
    [NaN, 3, 3, NaN],
    [NaN, NaN, 2, 2],
  ]);
});

test("[IT10] watching a component that nothing has leaves the world as it is", async () => {
  using watched = await TestSim.load(BOX);
  using alone = await TestSim.load(BOX);
  await watchItems(watched, ["box::introspection-test.Pull.x"]);
  for (const sim of [watched, alone]) sim.run({ steps: 3 });
  expect(watched.hash()).toBe(alone.hash());
});

test("[IT10] an item that becomes available, or stops being so, is noticed", async () => {
  using sim = await TestSim.load(BOX);
  const { world } = sim.runner;
  const watching = await watchItems(sim, ["box::body::linear_momentum"]);
  sim.run({ steps: 1 });
  world.set(sim.entity("box"), IsStatic, {});
  sim.run({ steps: 1 });
  world.unset(sim.entity("box"), IsStatic);
  sim.run({ steps: 1 });
  watching.finish();
  expect(watching.columns[2]!.map((value) => Number.isNaN(value))).toEqual([false, true, false]);
  expect(watching.batches.map(({ described }) => described![0]!.unavailable)).toEqual([
    "",
    "the model is static: it never moves, and its mass does not matter",
    "",
  ]);
});

test("[IT10] of two changes at one version of the world, the second one is noticed too", async () => {
  using sim = await TestSim.load(BOX);
  const { world } = sim.runner;
  const { manager } = sim.runner.introspection;
  const box = sim.entity("box");
  world.set(box, Name, "crate");
  expect(manager.find("crate::pose")).toBeDefined();
  const { revision } = manager;
  world.set(box, Name, "chest");
  expect(manager.revision).toBeGreaterThan(revision);
  expect(manager.find("chest::pose")).toBeDefined();
});

test("[IT11] when an item changes its columns, a batch ends, and the next one has a new revision with the new description", async () => {
  using sim = await TestSim.load(BOX, { defaultSystems: ["physics", "user-commands"] });
  const items = ["late::pose", "box::body::linear_velocity", "iterations"];
  const watching = await watchItems(sim, items);
  sim.run({ steps: 3 });
  const late = `<sdf version="1.9"><model name="late"><pose>0 0 5 0 0 0</pose><link name="l"/></model></sdf>`;
  sim.request("/world/test/create", "gz.msgs.EntityFactory", { sdf: late });
  await expect
    .poll(() => {
      sim.run({ steps: 1 });
      return sim.runner.introspection.manager.find("late::pose");
    })
    .toBeDefined();
  sim.run({ steps: 4 });
  sim.request("/world/test/remove", "gz.msgs.Entity", { name: "late", type: "MODEL" });
  sim.run({ steps: 2 });
  watching.finish();
  const { batches } = watching;
  const layouts = batches.map(({ described }) => described!.map(({ type, unavailable }) => `${type} ${unavailable}`));
  expect(layouts).toEqual([
    ["double there is no such item now", "vector3d ", "int32 "],
    ["pose3d ", "vector3d ", "int32 "],
    ["pose3d there is no such item now", "vector3d ", "int32 "],
  ]);
  expect(batches.map(({ revision }) => revision)).toEqual([1, 2, 3]);
  expect(batches.map(({ values, steps }) => values!.length / steps!.length)).toEqual([5, 11, 11]);
  // The last item is the count of steps, whatever columns come before it.
  for (const { steps, values } of batches) expect([...values!.slice(-steps!.length)]).toEqual(steps);
  expect(batches.flatMap(({ steps }) => steps!)).toEqual(
    Array.from({ length: sim.runner.now().count }, (_, i) => i + 1),
  );
});

test("[IT11] only the first batch of a revision has the description", async () => {
  using sim = await TestSim.load(BOX);
  const watching = await watchItems(sim, ["iterations"]);
  for (let i = 0; i < 3; i++) {
    sim.run({ steps: 2 });
    watching.finish();
  }
  await askItems(sim, "set_filter", { id: "f1", items: ["iterations"] });
  sim.run({ steps: 2 });
  watching.finish();
  expect(watching.batches.map(({ revision, described }) => [revision, described!.length])).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
    [2, 1],
  ]);
});
