import { expect, test, vi } from "vitest";

/** Returns the modules as another process loads them. */
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

/** Returns a server with a third-party module, and what it sends about an entity with that module's components. */
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
  // And passes it on unchanged, as the server's main thread does.
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
