import { expect, test } from "vitest";
import { boxTriangles, joined } from "../../testing/mesh-files.ts";
import { massWithin } from "./mass-properties.ts";

test("[ME8] a box has the mass, centre and inertia of the formulas, wherever it is", () => {
  const { positions, indices } = boxTriangles([1, 2, 3], [100, -50, 7]);
  const { mass, center, inertia } = massWithin(positions, indices)!;
  expect(mass).toBeCloseTo(6, 9);
  expect(center.x).toBeCloseTo(100, 9);
  expect(center.y).toBeCloseTo(-50, 9);
  expect(center.z).toBeCloseTo(7, 9);
  expect(inertia.ixx).toBeCloseTo((6 / 12) * (4 + 9), 9);
  expect(inertia.iyy).toBeCloseTo((6 / 12) * (1 + 9), 9);
  expect(inertia.izz).toBeCloseTo((6 / 12) * (1 + 4), 9);
  for (const product of [inertia.ixy, inertia.ixz, inertia.iyz]) expect(product).toBeCloseTo(0, 9);
});

test("[ME8] a tetrahedron has products of inertia too", () => {
  // Corners at the origin and at 1 on each axis: V = 1/6, centre 1/4, ∫x² = 1/60, ∫xy = 1/120.
  const { mass, center, inertia } = massWithin(
    [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  )!;
  expect(mass).toBeCloseTo(1 / 6, 12);
  expect(center.x).toBeCloseTo(1 / 4, 12);
  expect(inertia.ixx).toBeCloseTo(2 * (1 / 60 - 1 / 6 / 16), 12);
  expect(inertia.ixy).toBeCloseTo(-(1 / 120 - 1 / 6 / 16), 12);
});

test("[ME8] inside out is the same solid; two solids add up; a hole leaves none", () => {
  const one = boxTriangles([1, 1, 1]);
  expect(massWithin(one.positions, one.indices.toReversed())!.mass).toBeCloseTo(1, 12);
  const two = joined(one, boxTriangles([1, 1, 1], [4, 0, 0]));
  const { mass, center } = massWithin(two.positions, two.indices)!;
  expect(mass).toBeCloseTo(2, 12);
  expect(center.x).toBeCloseTo(2, 12);
  expect(massWithin(one.positions, one.indices.slice(3))).toBeUndefined();
  expect(massWithin([], [])).toBeUndefined();
});
