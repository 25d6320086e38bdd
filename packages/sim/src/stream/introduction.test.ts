import { expect, test } from "vitest";
import { IsModel } from "../components/identity.ts";
import { pack, PackError, PackWriter } from "../ecs/pack.ts";
import { World } from "../ecs/world.ts";
import { decodeDelta, encodeDelta } from "./delta-codec.ts";

test("[ST22] built-in components take no bytes for what every process knows", () => {
  const world = new World();
  world.set(world.create(), IsModel, {});
  expect(encodeDelta(world.changesSince(0).delta).length).toBeLessThan(70);
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
    { facts: { ...facts, setBy: 1 }, initial },
    { facts: { ...facts, fields: { a: { means: "smell" } } }, initial },
    { facts: { ...facts, fields: { a: "entity" } }, initial },
    { facts: { ...facts, order: "a b" }, initial },
    { facts: { ...facts, item: {} }, initial },
    { facts: { ...facts, toggle: { title: "a" } }, initial },
    { facts: { ...facts, edit: { ...edit, on: "a" } }, initial },
    { facts: { ...facts, edit: { ...edit, value: { kind: "record", fields: { a: { kind: "?" } } } } }, initial },
    { facts: { ...facts, edit: { ...edit, value: { ...rule, most: "1" } } }, initial },
  ])
    expect(() => decodeDelta(introduced(wrong))).toThrow(PackError);
  expect(decodeDelta(introduced({ facts: { ...facts, edit }, initial })).set).toEqual([]);
});
