import * as rapier from "@dimforge/rapier3d-simd-compat";
import { expect, test } from "vitest";
import { sortContactCaches } from "./contact-caches.ts";
import { loadRapier } from "./module.ts";

const { memory } = await loadRapier();

const zero = { x: 0, y: 0, z: 0 };
const level = { x: 0, y: 0, z: 0, w: 1 };
const upright = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 };

const parted: Record<string, () => rapier.Shape> = {
  compound: () =>
    new rapier.Compound(
      [hull(), hull()],
      [-0.3, 0.3].map((x) => ({ x, y: 0, z: 0 })),
      [level, level],
    ),
  mesh: () => mesh(undefined),
  floor: () => mesh(rapier.TriMeshFlags.FIX_INTERNAL_EDGES),
  heightfield: () => heightfield(new Float32Array(25)),
};
const whole: Record<string, () => rapier.Shape> = {
  ball: () => new rapier.Ball(0.3),
  cuboid: () => new rapier.Cuboid(0.3, 0.3, 0.3),
  capsule: () => new rapier.Capsule(0.1, 0.3),
  cylinder: () => new rapier.Cylinder(0.3, 0.3),
  cone: () => new rapier.Cone(0.3, 0.3),
  hull,
  plane: () => new rapier.HalfSpace({ x: 0, y: 0, z: 1 }),
};

const pairs = Object.keys(parted).flatMap((a) => Object.keys({ ...parted, ...whole }).map((b) => [a, b] as const));
test.each(pairs)("[PH115] the contact caches of a %s and a %s are found, and sorted once", (a, b) => {
  const world = touching({ ...parted, ...whole }, a, b);
  const snapshot = world.takeSnapshot();
  sortContactCaches(snapshot, world);
  const sorted = snapshot.slice();
  sortContactCaches(snapshot, world);
  expect(snapshot).toEqual(sorted);
  // The tables are hash tables: Rapier reads them in any order, and then has them in its own order again.
  const copy = rapier.World.restoreSnapshot(sorted);
  for (let i = 0; i < 20; i++) for (const each of [world, copy]) each.step();
  expect(positions(copy)).toEqual(positions(world));
  for (const each of [world, copy]) each.free();
});

test("[PH115] a state with other bytes that look like a contact cache is not saved, and the bytes stay", () => {
  // Two entries in an order that sorting would change, formed by heights of a map, which are tiny numbers.
  const forged = Uint8Array.of(
    ...[1, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ...[9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
    ...[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  );
  const heights = new Float32Array(25);
  new Uint8Array(heights.buffer).set(forged);
  const world = touching({ heightfield: () => heightfield(heights), ...whole }, "heightfield", "cuboid");
  const snapshot = world.takeSnapshot();
  expect(Buffer.from(snapshot).includes(Buffer.from(forged))).toBe(true);
  const before = snapshot.slice();
  expect(() => sortContactCaches(snapshot, world)).toThrow(
    "2 places in Rapier's snapshot look like contact caches, of which it has 1",
  );
  expect(snapshot).toEqual(before);
  expect(() => memory.snapshots.take(world, { lengthOf: (length) => length, hasParts: true })).toThrow(/look like/);
  world.free();
});

test("[PH115] a state whose contact caches are not found is not saved", () => {
  const world = touching({ ...parted, ...whole }, "heightfield", "cuboid");
  const snapshot = new Uint8Array(world.takeSnapshot().length);
  expect(() => sortContactCaches(snapshot, world)).toThrow("Rapier's memory has no contact caches where version");
  world.free();
});

/** Returns a world in which a fixed body of one shape touches a moving body of the other shape, after two steps. */
function touching(shapes: Record<string, () => rapier.Shape>, a: string, b: string): rapier.World {
  const world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  const put = (name: string, z: number, type: rapier.RigidBodyType): void => {
    const body = world.createRigidBody(
      new rapier.RigidBodyDesc(type)
        .setTranslation(0.01, 0.02, z)
        .setAdditionalMassProperties(1, zero, { x: 1, y: 1, z: 1 }, level),
    );
    const desc = new rapier.ColliderDesc(shapes[name]!()).setDensity(0);
    world.createCollider(desc.setRotation(name === "heightfield" ? upright : level), body);
  };
  put(a, 0, rapier.RigidBodyType.Fixed);
  put(b, b === "plane" ? -0.1 : b in parted && b !== "compound" ? 0.005 : 0.15, rapier.RigidBodyType.Dynamic);
  for (let i = 0; i < 2; i++) world.step();
  return world;
}

function positions(world: rapier.World): object[] {
  return world.bodies.getAll().map((body) => ({ ...body.translation(), ...body.rotation() }));
}

function hull(): rapier.Shape {
  const corners = Float32Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 0.2 : -0.2));
  return new rapier.ConvexPolyhedron(corners, null);
}

function heightfield(heights: Float32Array): rapier.Shape {
  return new rapier.Heightfield(4, 4, heights, { x: 1.6, y: 1, z: 1.6 }, rapier.HeightFieldFlags.FIX_INTERNAL_EDGES);
}

/** 32 triangles in a plane. */
function mesh(flags: rapier.TriMeshFlags | undefined): rapier.Shape {
  const vertices = Float32Array.from({ length: 75 }, (_, i) => {
    const place = Math.floor(i / 3);
    return [0.4 * (Math.floor(place / 5) - 2), 0.4 * ((place % 5) - 2), 0][i % 3]!;
  });
  const indices = Array.from({ length: 16 }, (_, i) => {
    const corner = 5 * Math.floor(i / 4) + (i % 4);
    return [corner, corner + 5, corner + 6, corner, corner + 6, corner + 1];
  });
  return new rapier.TriMesh(vertices, Uint32Array.from(indices.flat()), flags);
}
