import { expect, test, vi } from "vitest";
import { pack, PackError, PackWriter } from "../ecs/pack.ts";
import { decodeDelta } from "./delta-codec.ts";

/** Modules as another process has them. */
async function freshModules() {
  vi.resetModules();
  return {
    ...(await import("../ecs/component.ts")),
    ...(await import("../ecs/world.ts")),
    ...(await import("../components/identity.ts")),
    ...(await import("../components/unit-of.ts")),
    ...(await import("../commands/checks/editable.ts")),
    ...(await import("./delta-codec.ts")),
    ...(await import("./apply-state.ts")),
    rules: await import("../ecs/value-rule.ts"),
  };
}

/** A server with a third party's module, and what it sends of an entity with that module's components. */
async function serverWithModule() {
  const here = await freshModules();
  const { rules } = here;
  const Cell = here.numeric(
    "acme.Cell",
    { charge: 1, joules: Infinity },
    {
      title: "Battery cell",
      group: "Power",
      unit: { joules: "J" },
      stream: "always",
      affects: ["look"],
      edit: { on: [here.IsModel], value: rules.record({ charge: rules.share, joules: rules.notNegative }) },
    },
  );
  const Plan = here.component("acme.Plan", () => ({ steps: [{ metres: 1 }] }), {
    unit: { "steps.metres": "m" },
    locked: "It makes its own plans",
  });
  const world = new here.World();
  const model = world.create();
  world.set(model, here.IsModel, {});
  world.set(model, Cell, { charge: 0.5, joules: 10 });
  world.set(model, Plan, { steps: [] });
  return { Cell, Plan, model, bytes: here.encodeDelta(world.changesSince(0).delta) };
}

test("[ST22] who has not got a component's module learns from the first change what it declares", async () => {
  const { Cell, Plan, model, bytes } = await serverWithModule();
  const there = await freshModules();
  expect(there.componentNamed("acme.Cell")).toBeUndefined();
  const world = new there.World();
  there.applyState(world, there.decodeDelta(bytes), { whole: true });
  const [cell, plan] = [there.componentNamed("acme.Cell")!, there.componentNamed("acme.Plan")!];
  expect([cell.facts, plan.facts]).toEqual([Cell.facts, Plan.facts]);
  expect([cell.initial(), plan.initial()]).toEqual([Cell.initial(), Plan.initial()]);
  expect([there.unitOf(cell, "joules"), there.unitOf(plan, "steps.metres")]).toEqual(["J", "m"]);
  const problem = (charge: number) => there.editProblem(world, model, cell, { charge, joules: 1 });
  expect([problem(1), problem(2)]).toEqual([undefined, "Cell.charge must be at most 1, not 2"]);
  // And passes it on as it came: the server's main thread does.
  expect(there.encodeDelta(there.decodeDelta(bytes))).toEqual(bytes);
});

test("[ST22] a process that declares the component itself keeps to its own declaration", async () => {
  const { bytes } = await serverWithModule();
  const there = await freshModules();
  there.decodeDelta(bytes);
  const own = there.numeric("acme.Cell", { charge: 0, joules: 0 }, { unit: "kJ" });
  there.decodeDelta(bytes);
  expect(own).toBe(there.componentNamed("acme.Cell"));
  expect([there.unitOf(own, "joules"), own.initial()]).toEqual(["kJ", { charge: 0, joules: 0 }]);
});

test("[ST22] built-in components take no bytes for what every process knows", async () => {
  const here = await freshModules();
  const world = new here.World();
  world.set(world.create(), here.IsModel, {});
  expect(here.encodeDelta(world.changesSince(0).delta).length).toBeLessThan(70);
});

test("[ST22] what is no declaration is a PackError", () => {
  const facts = { title: "", group: "", rank: 1, units: {}, stream: "always", affects: [] };
  const rule = { kind: "number" };
  const edit = { on: ["a"], value: rule, presence: "fixed" };
  const introduced = (about: unknown): Uint8Array => {
    const writer = new PackWriter();
    for (let i = 0; i < 3; i++) writer.value(new Uint32Array());
    writer.count(1);
    writer.text("test.Introduced");
    writer.value(pack(about));
    for (let i = 0; i < 2; i++) writer.value(new Uint32Array());
    writer.count(0);
    return writer.finish();
  };
  const initial = pack(0);
  for (const wrong of [
    undefined,
    {},
    { facts },
    { facts, initial: new Float64Array(1) },
    { facts, initial, fields: ["a"] },
    { facts, initial: new Float64Array(1), fields: [1] },
    { facts: { ...facts, title: "x".repeat(1000) }, initial },
    { facts: { ...facts, units: { a: 1 } }, initial },
    { facts: { ...facts, stream: "toString" }, initial },
    { facts: { ...facts, affects: ["sound"] }, initial },
    { facts: { ...facts, edit: { ...edit, on: "a" } }, initial },
    { facts: { ...facts, edit: { ...edit, value: { kind: "record", fields: { a: { kind: "?" } } } } }, initial },
    { facts: { ...facts, edit: { ...edit, value: { ...rule, most: "1" } } }, initial },
  ])
    expect(() => decodeDelta(introduced(wrong))).toThrow(PackError);
  expect(decodeDelta(introduced({ facts: { ...facts, edit }, initial })).set).toEqual([]);
});
