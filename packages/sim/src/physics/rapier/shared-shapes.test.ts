import * as rapier from "@dimforge/rapier3d-simd-compat";
import { expect, test, vi } from "vitest";
import { at, body, down, ground, run, stateOf } from "../contract/engine-scene.fixture.ts";
import { createRapierEngine } from "./load-rapier.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";

const egg: ShapeGeometry = { type: "ellipsoid", radii: { x: 0.3, y: 0.2, z: 0.1 } };

test("[PH110] bodies with the same geometry share the shape that is slow to make, and move as if each had its own", async () => {
  const make = vi.spyOn(rapier.ConvexPolyhedron.prototype, "intoRaw");
  using engine = await createRapierEngine({ gravity: down });
  using alone = await createRapierEngine({ gravity: down });
  engine.addBody(ground());
  alone.addBody(ground());
  for (let id = 1; id <= 20; id++) engine.addBody(body(id, at(id, 0, 1), structuredClone(egg)));
  expect(make).toHaveBeenCalledTimes(1);
  alone.addBody(body(20, at(20, 0, 1), egg));
  run(engine, 0.5);
  run(alone, 0.5);
  expect(stateOf(engine, 20)).toEqual(stateOf(alone, 20));
});

test("[PH110] one of them that changes or goes leaves the others as they are", async () => {
  using engine = await createRapierEngine({ gravity: down });
  engine.addBody(ground());
  for (let id = 1; id <= 3; id++) engine.addBody(body(id, at(id, 0, 0.1), egg));
  engine.removeBody(1);
  engine.setShapeGeometry(2, { type: "ellipsoid", radii: { x: 0.3, y: 0.2, z: 0.4 } });
  engine.addBody(body(4, at(4, 0, 0.1), egg));
  run(engine, 1);
  for (const id of [3, 4]) expect(stateOf(engine, id).position.z).toBeCloseTo(0.1, 2);
  expect(stateOf(engine, 2).position.z).toBeGreaterThan(0.15);
});

test("[PH110] more different shapes than are kept all work", async () => {
  using engine = await createRapierEngine({ gravity: down });
  engine.addBody(ground());
  const radii = (id: number): { x: number; y: number; z: number } => ({ x: 0.3, y: 0.2, z: 0.1 + id / 1000 });
  for (let id = 1; id <= 100; id++) engine.addBody(body(id, at(id, 0, 0.2), { type: "ellipsoid", radii: radii(id) }));
  run(engine, 1);
  for (let id = 1; id <= 100; id++) expect(stateOf(engine, id).position.z).toBeCloseTo(radii(id).z, 2);
});
