import { expect, test } from "vitest";
import { component, numeric, tag } from "./component.ts";
import { dump } from "./dump.ts";
import { noEntity, type Entity } from "./entities.ts";
import { hashComponents } from "./state-hash.ts";
import { diff } from "./snapshot.ts";
import { World } from "./world.ts";

const Name = component("test.Name", () => "");
const Position = numeric("test.Position", { x: 0, y: 0, z: 0 });
const Mass = numeric("test.Mass", { kg: 1 });
const Fixed = tag("test.Fixed");

test("[EC1] a component declared twice with one name is the first; other fields under that name are refused", () => {
  expect(numeric("test.Position", { x: 0, y: 0, z: 0 })).toBe(Position);
  expect(() => numeric("test.Position", { x: 0 })).toThrow('component "test.Position" is declared twice');
});

test("[EC2] values come back as they were set, and go with unset", () => {
  const world = new World();
  const box = world.create();
  world.set(box, Name, "box");
  world.set(box, Position, { x: 1, y: 2, z: 3 });
  world.set(box, Fixed, {});
  expect([world.get(box, Name), world.get(box, Position), world.has(box, Fixed)]).toEqual([
    "box",
    { x: 1, y: 2, z: 3 },
    true,
  ]);
  world.unset(box, Position);
  expect(world.get(box, Position)).toBeUndefined();
  expect(() => world.set(99 as Entity, Name, "none")).toThrow("entity 99 does not exist");
});

test("[EC3] removing an entity removes its subtree; ids are not used again", () => {
  const world = new World();
  const model = world.create();
  const link = world.create(model);
  const visual = world.create(link);
  world.set(visual, Name, "visual");
  world.remove(model);
  expect([model, link, visual].map((entity) => world.exists(entity))).toEqual([false, false, false]);
  expect(world.query(Name).count).toBe(0);
  expect(world.create()).toBe(visual + 1);
});

test("[EC4] children and queries are in the order of ids, however they came about", () => {
  const world = new World();
  const [a, b, c] = [world.create(), world.create(), world.create()];
  world.setParent(c, a);
  world.setParent(b, a);
  expect(world.childrenOf(a)).toEqual([b, c]);
  for (const entity of [c, a, b]) world.set(entity, Mass, { kg: entity });
  expect([...world.query(Mass)].map(([entity]) => entity)).toEqual([a, b, c]);
  expect(() => world.setParent(a, c)).toThrow("cannot be below itself");
});

test("[EC5] a walk over a query passes over what was removed meanwhile and survives what was added", () => {
  const world = new World();
  const all = Array.from({ length: 10 }, () => world.create());
  for (const entity of all) world.set(entity, Mass, { kg: 1 });
  const seen: Entity[] = [];
  world.query(Mass).each((entity) => {
    seen.push(entity);
    world.remove(all[all.indexOf(entity) + 1] ?? noEntity);
    world.set(world.create(), Mass, { kg: 2 });
    expect(world.query(Mass).count).toBe(10);
  });
  expect(seen).toEqual(all.filter((_, i) => i % 2 === 0));
});

test("[EC6] changesSince gives each reader what happened after its own last look", () => {
  const world = new World();
  const mirror = new World();
  const box = world.create();
  world.set(box, Position, { x: 1, y: 0, z: 0 });
  const first = world.changesSince(0);
  mirror.apply(first.delta);
  world.set(box, Position, { x: 2, y: 0, z: 0 });
  world.set(box, Name, "box");
  const second = world.changesSince(first.version);
  expect(second.delta.set.map((writes) => writes.component.name)).toEqual(["test.Name", "test.Position"]);
  mirror.apply(second.delta);
  expect(hashComponents(mirror)).toEqual(hashComponents(world));
  expect(world.changesSince(second.version).delta).toEqual({ removed: [], placed: [], unset: [], set: [] });
});

test("[EC6] a reader that fell behind the log of removals is given the whole state", () => {
  const world = new World();
  const box = world.create();
  const { version } = world.changesSince(0);
  for (let i = 0; i < 70_000; i++) {
    world.set(box, Fixed, {});
    world.unset(box, Fixed);
    if (i % 1000 === 0) world.changesSince(0);
  }
  expect(world.changesSince(version).whole).toBe(true);
});

test("[EC7] a snapshot shares what was not written since the last one", () => {
  const world = new World();
  const box = world.create();
  world.set(box, Name, "box");
  world.set(box, Mass, { kg: 1 });
  const before = world.snapshot();
  world.set(box, Mass, { kg: 2 });
  const after = world.snapshot();
  expect(after.entities).toBe(before.entities);
  expect(after.stores.map((copy, i) => copy === before.stores[i])).toEqual([false, true]);
  expect(diff(before, after).set.map(({ component, data }) => [component.name, [...data]])).toEqual([
    ["test.Mass", [2]],
  ]);
});

test("[EC7] after a restore to before a component's first use, snapshots hold what is set anew", () => {
  const world = new World();
  const box = world.create();
  world.store(Mass);
  const before = world.snapshot();
  world.set(box, Mass, { kg: 1 });
  world.unset(box, Mass);
  world.restore(before);
  world.set(box, Mass, { kg: 2 });
  const [masses] = world.snapshot().stores;
  expect([...masses!.entities]).toEqual([box]);
  expect([...masses!.data]).toEqual([2]);
});

test("[EC8] restore is a change like any other: readers get just what differs", () => {
  const world = new World();
  const [a, b] = [world.create(), world.create()];
  world.set(a, Mass, { kg: 1 });
  world.set(b, Mass, { kg: 2 });
  const before = world.snapshot();
  world.set(a, Mass, { kg: 9 });
  const added = world.create();
  const { version } = world.changesSince(0);
  world.restore(before);
  const { delta } = world.changesSince(version);
  expect(delta.removed).toEqual([added]);
  expect(delta.set.map(({ entities, data }) => [[...entities], [...data]])).toEqual([[[a], [1]]]);
  expect(world.create()).toBe(added);
});

test("[EC9] minus zero is a value of its own, and it survives a restore", () => {
  const world = new World();
  const box = world.create();
  world.set(box, Mass, { kg: -0 });
  const before = world.snapshot();
  const hash = hashComponents(world);
  world.set(box, Mass, { kg: 0 });
  expect(hashComponents(world)).not.toEqual(hash);
  world.restore(before);
  expect(world.get(box, Mass)).toEqual({ kg: -0 });
});

test("[EC10] the text dump shows the tree with names and values", () => {
  const world = new World();
  const model = world.create();
  const link = world.create(model);
  world.set(model, Name, "arm");
  world.set(link, Position, { x: 0.5, y: 0, z: 1 });
  world.set(link, Fixed, {});
  expect(dump(world)).toBe(`#1\n  test.Name "arm"\n  #2\n    test.Fixed\n    test.Position {x 0.5, y 0, z 1}`);
});
