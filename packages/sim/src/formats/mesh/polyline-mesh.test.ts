import { expect, test } from "vitest";
import { Rng, seedFrom } from "../../base/rng.ts";
import type { Polyline } from "../../scene/geometry.ts";
import { massWithin } from "./mass-properties.ts";
import { polylineMesh } from "./polyline-mesh.ts";

function outline(points: readonly (readonly [number, number])[], height = 2): Polyline {
  return { height, points: points.map(([x, y]) => ({ x, y })) };
}

function square(half: number, x = 0, y = 0): Polyline {
  return outline([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);
}

function massOf(...polylines: Polyline[]) {
  const { solid, fault } = polylineMesh(polylines);
  expect(fault).toBeUndefined();
  return massWithin(solid!.vertices, solid!.indices)!;
}

test("[ME9] an outline stands from z = 0 up to its height, whichever way round it is written", () => {
  const one = massOf(square(1));
  expect(one.mass).toBeCloseTo(8, 5);
  expect(one.center.z).toBeCloseTo(1, 6);
  const { height, points } = square(1);
  expect(massOf({ height, points: points.toReversed() }).mass).toBeCloseTo(8, 5);
  // Repeating the first point at the end closes the outline and adds no corner.
  expect(massOf({ height, points: [...points, points[0]!] }).mass).toBeCloseTo(8, 5);
});

test("[ME9] an outline within another is a hole, one within that is solid again, one beside is another solid", () => {
  expect(massOf(square(2), square(1)).mass).toBeCloseTo(2 * (16 - 4), 4);
  expect(massOf(square(1), square(2)).mass).toBeCloseTo(2 * (16 - 4), 4);
  expect(massOf(square(3), square(2), square(1)).mass).toBeCloseTo(2 * (36 - 16 + 4), 4);
  expect(massOf(square(1), square(1, 5)).mass).toBeCloseTo(16, 4);
  expect(massOf(square(5), square(1, -3), square(1, 3), square(1, 0, 3), square(0.5, 3)).mass).toBeCloseTo(
    2 * (100 - 12 + 1),
    4,
  );
});

test("[ME9] the height of the first outline counts, as in Gazebo", () => {
  expect(massOf(square(1), { ...square(0.5), height: 9 }).mass).toBeCloseTo(2 * (4 - 1), 5);
});

test("[ME9] any star of many corners, with a hole, is closed and has its area", () => {
  const rng = new Rng(seedFrom(9, "stars"));
  for (let round = 0; round < 40; round++) {
    const count = 5 + rng.int(60);
    const ring = (low: number, high: number): readonly [number, number][] =>
      Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count;
        const r = low + (high - low) * rng.uniform();
        return [r * Math.cos(angle), r * Math.sin(angle)];
      });
    const area = (points: readonly (readonly [number, number])[]): number =>
      points.reduce((sum, [x, y], i) => {
        const [nx, ny] = points[(i + 1) % count]!;
        return sum + (x * ny - nx * y) / 2;
      }, 0);
    const [outer, inner] = [ring(2, 6), ring(0.2, 1)];
    const expected = 2 * (area(outer) - area(inner));
    expect(Math.abs(massOf(outline(outer), outline(inner)).mass / expected - 1)).toBeLessThan(1e-4);
  }
});

test.each<[string, Polyline[]]>([
  [
    "no outline has three corners and an area",
    [
      outline([
        [0, 0],
        [1, 0],
      ]),
    ],
  ],
  [
    "no outline has three corners and an area",
    [
      outline([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ],
  ],
  [
    "an outline crosses itself or another",
    [
      outline([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 1],
      ]),
    ],
  ],
  ["an outline crosses itself or another", [square(1), square(1, 1, 0.5)]],
  ["5001 points; at most 5000 are read", [outline(Array.from({ length: 5001 }, (_, i) => [i, i % 2]))]],
])("[ME9] no solid comes of a fault: %s", (fault, polylines) => {
  expect(polylineMesh(polylines)).toEqual({ solid: undefined, fault });
});
