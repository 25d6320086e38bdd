import { expect, test } from "vitest";
import { component, numeric, tag } from "./component.ts";
import { fieldAt, unitAt } from "./facts.ts";
import { isFacts } from "./is-facts.ts";
import { sentenceOf, titleOf } from "./title-of.ts";

test.each([
  ["gz_sim_components.WorldLinearVelocity", "World linear velocity"],
  ["gz_sim_components.Pose", "Pose"],
  ["gz_sim_components.JointForceCmd", "Joint force command"],
  ["acme.BatteryState_of_charge", "Acme battery state of charge"],
  ["NoDots", "No dots"],
  ["velocity-control.Next", "Velocity control next"],
])("[EC16] %s is called %s unless it declares a title", (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test("[EC16] names become sentences", () => {
  expect(["maxStepSize", "axis1", "ixx"].map(sentenceOf)).toEqual(["Max step size", "Axis 1", "Ixx"]);
});

test("[EC16] what a component does not declare has a default", () => {
  const plain = tag("test.Plain");
  expect(plain.facts).toMatchObject({ title: "Test plain", group: "Other", units: {} });
  const named = component("test.Named", () => "", { title: "A name", group: "Names", rank: 3 });
  expect(named.facts).toMatchObject({ title: "A name", group: "Names", rank: 3 });
});

test("[EC17] a unit is that of the field, of the field around it, or of the whole", () => {
  const Charge = numeric("test.Charged", { joules: 0 }, { unit: "J" });
  expect(unitAt(Charge.facts, "joules")).toBe("J");
  const Cell = component("test.Cell", () => ({ size: { x: 0, y: 0 }, volts: 0, amperes: 0, name: "" }), {
    unit: { size: "m", "volts limits.volts": "V", amperes: "A" },
  });
  const units = ["size", "size.x", "volts", "limits.volts", "limits", "amperes", "name", ""].map((path) =>
    unitAt(Cell.facts, path),
  );
  expect(units).toEqual(["m", "m", "V", "V", undefined, "A", undefined, undefined]);
});

test("[EC18] fields, their order, items, switches and who sets a component are declared with it", () => {
  const Wanted = numeric("test.WantedFlow", { flow: 0 });
  const Flow = numeric(
    "test.Flow",
    { source: 0, flow: 0, open: 0 },
    {
      setBy: Wanted,
      fields: { source: { means: "entity" }, "open pipes.open": { title: "Is open", means: "flag", locked: "Rusty" } },
      order: "open flow",
      item: "Pipe",
      toggle: { hint: "It flows" },
    },
  );
  const { setBy, fields, order, item, toggle } = Flow.facts;
  const open = { title: "Is open", means: "flag", locked: "Rusty" };
  expect({ setBy, fields, order, item, toggle }).toEqual({
    setBy: "test.WantedFlow",
    fields: { source: { means: "entity" }, open, "pipes.open": open },
    order: ["open", "flow"],
    item: "Pipe",
    toggle: { hint: "It flows" },
  });
  expect(["open", "pipes.open", "flow", "toString"].map((path) => fieldAt(Flow.facts, path)?.means)).toEqual([
    "flag",
    "flag",
    undefined,
    undefined,
  ]);
  expect(isFacts(Flow.facts)).toBe(true);
  expect(Object.keys(Wanted.facts)).not.toContain("toggle");
});
