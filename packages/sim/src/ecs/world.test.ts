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
const Charge = numeric("test.Charge", { joules: 0 });
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

test("[EC14] runs are the longest stretches, by id, in which the rows of all components follow on each other", () => {
  const world = new World();
  const all = Array.from({ length: 7 }, () => world.create());
  for (const entity of all) world.set(entity, Position, { x: entity, y: 0, z: 0 });
  for (const entity of all) if (entity % 4 !== 3) world.set(entity, Mass, { kg: entity });
  const query = world.query(Position, Mass);
  expect([...query.runs]).toEqual([2, 0, 0, 3, 3, 2]);
  world.unset(all[4]!, Mass);
  expect([...query.runs]).toEqual([2, 0, 0, 1, 3, 2, 1, 5, 4]);
  world.set(all[2]!, Mass, { kg: 3 });
  expect([...query.runs]).toEqual([2, 0, 0, 1, 2, 3, 1, 3, 2, 1, 5, 4]);
});

test("[EC14] components without numbers do not break runs", () => {
  const world = new World();
  const all = Array.from({ length: 3 }, () => world.create());
  for (const entity of all.toReversed()) world.set(entity, Fixed, {});
  for (const entity of all.toReversed()) world.set(entity, Name, "");
  for (const entity of all) world.set(entity, Mass, { kg: 1 });
  expect([...world.query(Fixed, Mass, Name).runs]).toEqual([3, 0]);
});

test("[EC14] what is created after all were removed is one run", () => {
  const world = new World();
  const make = () => {
    const entity = world.create();
    world.set(entity, Mass, { kg: entity });
    return entity;
  };
  for (const entity of Array.from({ length: 4 }, make)) world.remove(entity);
  for (let i = 0; i < 4; i++) make();
  expect([...world.query(Mass).runs]).toEqual([4, 0]);
});

test("[EC14] writing over runs reaches readers of changes and snapshots", () => {
  const world = new World();
  const all = Array.from({ length: 4 }, () => world.create());
  for (const entity of all) world.set(entity, Position, { x: 0, y: 0, z: 0 });
  const masses = world.column(Mass);
  for (const entity of all.slice(1)) world.set(entity, Mass, { kg: 1 });
  const before = world.snapshot();
  const { version } = world.changesSince(0);
  const runs = world.query(Mass, Position).runs;
  expect([...runs]).toEqual([3, 0, 1]);
  masses.from(runs[1]! + 1).set([5, 6]);
  masses.stampRun(runs[1]! + 1, 2);
  const written = { component: Mass, entities: Uint32Array.from(all.slice(2)), data: Float64Array.of(5, 6) };
  expect(world.changesSince(version).delta.set).toEqual([written]);
  expect(diff(before, world.snapshot()).set).toEqual([written]);
});

test("[EC15] a tidied world has one run where runs were short, and nothing else is different", () => {
  const world = new World();
  const all = Array.from({ length: 9 }, () => world.create());
  for (const entity of all) world.set(entity, Position, { x: entity, y: 0, z: 0 });
  for (const entity of all.toReversed()) if (entity % 3 !== 0) world.set(entity, Mass, { kg: entity });
  world.remove(all[0]!);
  const { version } = world.changesSince(0);
  world.set(all[6]!, Mass, { kg: 7 });
  const before = world.snapshot();
  const hash = hashComponents(world);
  const query = world.query(Position, Mass);
  expect(query.runs).toHaveLength(5 * 3);
  world.tidy();
  expect([...query.runs]).toEqual([5, 0, 0]);
  expect([...query].map(([entity, { x }, { kg }]) => [entity, x, kg])).toEqual([2, 4, 5, 7, 8].map((n) => [n, n, n]));
  expect(hashComponents(world)).toEqual(hash);
  const written = { component: Mass, entities: Uint32Array.of(all[6]!), data: Float64Array.of(7) };
  expect(world.changesSince(version).delta).toEqual({ removed: [], placed: [], unset: [], set: [written] });
  expect(diff(before, world.snapshot())).toEqual({ removed: [], placed: [], unset: [], set: [] });
  world.restore(before);
  expect(hashComponents(world)).toEqual(hash);
  expect(query.runs).toHaveLength(5 * 3);
});

test("[EC15] of two queries that share a component, the larger one's runs are made long", () => {
  const world = new World();
  const all = Array.from({ length: 12 }, () => world.create());
  for (const entity of all) world.set(entity, Position, { x: entity, y: 0, z: 0 });
  for (const entity of all) if (entity % 3 === 0) world.set(entity, Charge, { joules: 1 });
  for (const entity of all) if (entity % 2 === 0) world.set(entity, Mass, { kg: 1 });
  const [smaller, larger] = [world.query(Position, Charge), world.query(Position, Mass)];
  for (let pass = 0; pass < 2; pass++) {
    expect([smaller.runs.length, larger.runs.length]).toEqual(pass === 0 ? [4 * 3, 6 * 3] : [4 * 3, 3]);
    world.tidy();
  }
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

test("[EC7] after a restore to before a component's first use, snapshots hold what is set again", () => {
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
