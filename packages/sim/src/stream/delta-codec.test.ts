import { expect, test } from "vitest";
import { Rng, seedFrom } from "../base/rng.ts";
import { Geometry } from "../components/geometry.ts";
import { IsModel, Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import { component, componentNamed } from "../ecs/component.ts";
import type { Delta } from "../ecs/delta.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import { pack, PackError, PackWriter } from "../ecs/pack.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { applyState } from "./apply-state.ts";
import { decodeDelta, encodeDelta } from "./delta-codec.ts";

function sample(): World {
  const world = new World();
  const root = world.create();
  for (let i = 0; i < 20; i++) {
    const model = world.create(i % 3 === 2 ? ((root + i) as Entity) : root);
    world.set(model, Name, `model ${i} ä`);
    world.set(model, IsModel, {});
    world.set(model, Geometry, { type: "box", size: { x: 1, y: 2, z: i % 2 } });
    world.set(model, Pose, { x: -0, y: 1 / 3, z: i, qx: 0, qy: 0, qz: NaN, qw: 1 });
  }
  return world;
}

const everything = (world: World): Delta => world.changesSince(0).delta;

test("[ST2] a change comes back to the bit", () => {
  const world = sample();
  const { version } = world.changesSince(0);
  const first = new World();
  applyState(first, decodeDelta(encodeDelta(everything(world))), { whole: true });
  expect(hashComponents(first)).toEqual(hashComponents(world));

  const [, one, two, , three] = world.entities() as [Entity, Entity, Entity, Entity, Entity];
  // Including its descendants.
  world.remove(two);
  world.unset(one, Geometry);
  world.set(three, Name, "renamed");
  world.setParent(three, one);
  applyState(first, decodeDelta(encodeDelta(world.changesSince(version).delta)), { whole: false });
  expect(hashComponents(first)).toEqual(hashComponents(world));
});

test("[ST2] equal values are written once", () => {
  const world = sample();
  const geometry = everything(world).set.filter(({ component }) => component === Geometry);
  const one = pack({ type: "box", size: { x: 1, y: 2, z: 0 } }).length;
  expect(encodeDelta({ removed: [], placed: [], unset: [], set: geometry }).length).toBeLessThan(2 * one + 20 * 8 + 60);
});

/** Returns a change that sets one value of a component, as written by a process that knows the component. */
function foreign(name: string, blob: Uint8Array): Uint8Array {
  const writer = new PackWriter();
  for (let i = 0; i < 3; i++) writer.value(new Uint32Array());
  writer.count(1);
  writer.text(name);
  writer.value(undefined);
  for (let i = 0; i < 2; i++) writer.value(new Uint32Array());
  writer.count(1);
  writer.count(0);
  writer.value(Uint32Array.of(1));
  writer.count(1);
  writer.blob(blob);
  writer.value(Uint32Array.of(0));
  return writer.finish();
}

test("[ST2] components that nobody has declared are carried, and whoever declares them later finds their values", () => {
  expect(componentNamed("test.Unheard")).toBeUndefined();
  const { set } = decodeDelta(foreign("test.Unheard", pack({ a: 1 })));
  const declared = component("test.Unheard", () => ({ a: 0 }));
  expect(set).toEqual([{ component: declared, entities: Uint32Array.of(1), data: [{ a: 1 }] }]);
});

test("[ST2] values of a serialiser that is not known here are passed on as they came", () => {
  const bytes = foreign("test.OfItsOwn", Uint8Array.of(255, 1, 2));
  expect(encodeDelta(decodeDelta(bytes))).toEqual(bytes);
});

test("[ST2] what does not fit a mirror is refused before anything changes", () => {
  const world = new World();
  const root = world.create();
  const child = world.create(root);
  const [stranger, other] = [90 as Entity, 91 as Entity];
  const pose = (entity: Entity) => ({ component: Pose, entities: Uint32Array.of(entity), data: new Float64Array(7) });
  const none: Delta = { removed: [], placed: [], unset: [], set: [] };
  const wrong: Partial<Delta>[] = [
    { set: [pose(stranger)] },
    { removed: [root], set: [pose(root)] },
    { removed: [root], set: [pose(child)] },
    { removed: [root], placed: [{ entity: stranger, parent: root }], set: [pose(stranger)] },
    { placed: [{ entity: stranger, parent: other }] },
    { placed: [{ entity: stranger, parent: stranger }] },
    { placed: [{ entity: noEntity, parent: noEntity }] },
    { placed: [{ entity: root, parent: child }] },
  ];
  const before = hashComponents(world);
  for (const part of wrong) {
    expect(() => applyState(world, { ...none, ...part }, { whole: false })).toThrow(PackError);
    expect(hashComponents(world)).toEqual(before);
  }
  applyState(
    world,
    { ...none, removed: [root], placed: [{ entity: child, parent: noEntity }], set: [pose(child)] },
    {
      whole: false,
    },
  );
  expect(world.entities()).toEqual([child]);
});

test("[ST2] damaged bytes are a change or a PackError", () => {
  const random = new Rng(seedFrom(1, "deltas"));
  const whole = encodeDelta(everything(sample()));
  for (let round = 0; round < 5000; round++) {
    const bytes = whole.slice(0, random.int(4) === 0 ? random.int(whole.length) : whole.length);
    // Not in the names, because each would declare a component permanently.
    for (let change = random.int(3); change >= 0; change--)
      bytes[random.int(Math.min(200, bytes.length))] = random.int(256);
    try {
      const world = new World();
      applyState(world, decodeDelta(bytes), { whole: true });
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
    }
  }
});
