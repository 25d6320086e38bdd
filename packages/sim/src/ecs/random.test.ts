import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { component, numeric, tag, type Component } from "./component.ts";
import { FIRST_SESSION_ENTITY, noEntity, type Entity } from "./entities.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot-codec.ts";
import { diff, type Snapshot } from "./snapshot.ts";
import { hashComponents } from "./state-hash.ts";
import { World } from "./world.ts";

const Label = component("random.Label", () => "");
const Place = numeric("random.Place", { x: 0, y: 0 });
const Weight = numeric("random.Weight", { kg: 0 });
const Marked = tag("random.Marked");
/** Few entities have it, often none. */
const Rare = numeric("random.Rare", { part: 0 });
const all: readonly Component[] = [Label, Place, Weight, Marked, Rare];

/** The expected contents of a world, stored in the most obvious way. */
type Model = Map<Entity, { parent: Entity; values: Map<string, unknown> }>;

for (let seed = 1; seed <= soak(100); seed++) {
  test(`[EC11] 600 random operations leave the world as a naive model has it (seed ${seed})`, () => run(seed));
}

function run(seed: number): void {
  const random = randomNumbers(seed);
  const world = new World();
  const mirror = new World();
  let seen = 0;
  let model: Model = new Map();
  const saved: { snapshot: Snapshot; model: Model; hash: Uint32Array }[] = [];
  for (let i = 0; i < 600; i++) {
    operate(random, world, model);
    if (random(12) === 0) saved.push({ snapshot: world.snapshot(), model: copyOf(model), hash: hashComponents(world) });
    if (random(25) === 0 && saved.length > 0) {
      const chosen = saved[random(saved.length)]!;
      const bytes = encodeSnapshot(chosen.snapshot);
      const before = world.snapshot();
      const delta = diff(before, chosen.snapshot);
      const other = new World();
      other.restore(before);
      other.apply(delta);
      expect(hashComponents(other)).toEqual(chosen.hash);
      world.restore(random(2) === 0 ? chosen.snapshot : decodeSnapshot(bytes));
      model = copyOf(chosen.model);
      expect(hashComponents(world)).toEqual(chosen.hash);
    }
    if (random(40) === 0) world.tidy();
    if (random(15) === 0) {
      const { delta, version } = world.changesSince(seen);
      seen = version;
      mirror.apply(delta);
      expect(hashComponents(mirror)).toEqual(hashComponents(world));
    }
    if (i % 10 === 0) compare(world, model);
  }
  compare(world, model);
}

function operate(random: (n: number) => number, world: World, model: Model): void {
  const entities = [...model.keys()];
  const pick = (): Entity => entities[random(entities.length)] ?? noEntity;
  const action = random(10);
  if (entities.length === 0 || action < 2) {
    const parent = random(3) === 0 ? pick() : noEntity;
    const own = random(8) === 0 ? ((FIRST_SESSION_ENTITY + random(5000)) as Entity) : undefined;
    if (own !== undefined && model.has(own)) return;
    model.set(world.create(parent, own), { parent, values: new Map() });
  } else if (action === 2 && random(3) === 0) {
    const entity = pick();
    world.remove(entity);
    for (const gone of subtree(model, entity)) model.delete(gone);
  } else if (action === 3) {
    const [entity, parent] = [pick(), pick()];
    if (subtree(model, entity).includes(parent)) return;
    world.setParent(entity, parent);
    model.get(entity)!.parent = parent;
  } else if (action === 4) {
    const entity = pick();
    const chosen = all[random(all.length)]!;
    world.unset(entity, chosen);
    model.get(entity)!.values.delete(chosen.name);
  } else {
    const entity = pick();
    const [chosen, value] = [
      [Label, `label ${random(1000)}`],
      [Place, { x: random(1000) / 7, y: -random(1000) }],
      [Weight, { kg: random(1000) }],
      [Marked, {}],
      [Rare, { part: random(1000) }],
    ][random(40) === 0 ? 4 : random(4)] as [Component, unknown];
    world.set(entity, chosen, value);
    model.get(entity)!.values.set(chosen.name, value);
  }
}

function compare(world: World, model: Model): void {
  expect(hashComponents(world)).toEqual(hashComponents(rebuilt(model)));
  expect(world.entities()).toEqual([...model.keys()].sort((a, b) => a - b));
  for (const [entity, { parent, values }] of model) {
    expect(world.parentOf(entity)).toBe(parent);
    for (const each of all) expect(world.get(entity, each)).toEqual(values.get(each.name));
    const children = [...model.keys()].filter((child) => model.get(child)!.parent === entity);
    expect(world.childrenOf(entity)).toEqual(children.sort((a, b) => a - b));
  }
  for (const wanted of [[Label], [Place, Weight], [Marked, Label, Place]] as const) {
    const found = [...world.query(...wanted)].map(([entity, ...values]) => ({ entity, values }));
    const expected = [...model.entries()]
      .filter(([, { values }]) => wanted.every((each) => values.has(each.name)))
      .sort(([a], [b]) => a - b)
      .map(([entity, { values }]) => ({ entity, values: wanted.map((each) => values.get(each.name)) }));
    expect(found).toEqual(expected);
  }
  compareRuns(world, model);
}

/** Iterates over runs like a hot loop. */
function compareRuns(world: World, model: Model): void {
  const [places, weights] = [world.column(Place), world.column(Weight)];
  const runs = world.query(Place, Weight).runs;
  const found: unknown[] = [];
  for (let r = 0; r < runs.length; r += 3) {
    const [place, weight] = [places.from(runs[r + 1]!), weights.from(runs[r + 2]!)];
    for (let i = 0; i < runs[r]!; i++) {
      expect(weights.entities[runs[r + 2]! + i]).toBe(places.entities[runs[r + 1]! + i]);
      const entity = places.entities[runs[r + 1]! + i];
      found.push({ entity, x: place[i * 2], y: place[i * 2 + 1], kg: weight[i] });
    }
  }
  const expected = [...model.entries()]
    .filter(([, { values }]) => values.has(Place.name) && values.has(Weight.name))
    .sort(([a], [b]) => a - b)
    .map(([entity, { values }]) => ({ entity, ...(values.get(Place.name) as {}), ...(values.get(Weight.name) as {}) }));
  expect(found).toEqual(expected);
}

/** Returns a world built in the most direct way. */
function rebuilt(model: Model): World {
  const world = new World();
  for (const [entity, { values }] of model) {
    world.create(noEntity, entity);
    for (const each of all) if (values.has(each.name)) world.set(entity, each, values.get(each.name));
  }
  for (const [entity, { parent }] of model) world.setParent(entity, parent);
  return world;
}

function subtree(model: Model, root: Entity): Entity[] {
  const list = [root];
  for (const entity of list) for (const [child, { parent }] of model) if (parent === entity) list.push(child);
  return list;
}

function copyOf(model: Model): Model {
  return new Map([...model].map(([entity, { parent, values }]) => [entity, { parent, values: new Map(values) }]));
}

/** Returns a generator of whole numbers below n that is good enough for tests (mulberry32). */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
