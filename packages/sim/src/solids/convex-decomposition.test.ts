import { expect, test } from "vitest";
import { boxTriangles, joined, torusTriangles, type Triangles } from "../testing/mesh-files.ts";
import { convexParts } from "./convex-decomposition.ts";
import { convexHull, volumeWithin } from "./convex-hull.ts";

function partsOf({ positions, indices }: Triangles, maxParts?: number) {
  return convexParts(Float32Array.from(positions), Uint32Array.from(indices), maxParts);
}

function volumeOf(points: Float32Array): number {
  return volumeWithin(points, convexHull(points)!.triangles);
}

/** Returns the corners of the box around points, to a micrometre. */
function boxAround(points: Float32Array): number[] {
  const along = (axis: number): number[] => [...points].filter((_, i) => i % 3 === axis);
  return [0, 1, 2].flatMap((axis) =>
    [Math.min(...along(axis)), Math.max(...along(axis))].map((x) => Math.round(x * 1e6) / 1e6),
  );
}

test("[PH9] a convex solid stays whole", () => {
  const { parts, isConvex } = partsOf(boxTriangles([1, 2, 3]));
  expect(isConvex).toBe(true);
  expect(parts.map(boxAround)).toEqual([[-0.5, 0.5, -1, 1, -1.5, 1.5]]);
});

test.each(["outward", "inside out"])("[PH9] an L comes apart into its two boxes, exactly, %s", (sides) => {
  const ell = joined(boxTriangles([0.1, 1, 1], [0.05, 0, 0.5]), boxTriangles([0.9, 1, 0.1], [0.55, 0, 0.05]));
  const { parts, isConvex } = partsOf(sides === "outward" ? ell : { ...ell, indices: ell.indices.toReversed() });
  expect(isConvex).toBe(false);
  expect(parts.map(boxAround).toSorted(([a], [b]) => a! - b!)).toEqual([
    [0, 0.1, -0.5, 0.5, 0, 1],
    [0.1, 1, -0.5, 0.5, 0, 0.1],
  ]);
});

test("[PH9] a table comes apart into plate and legs, and stands on what its legs stood on", () => {
  const leg = (x: number, y: number): Triangles => boxTriangles([0.06, 0.06, 0.7], [x, y, 0.35]);
  const plate = boxTriangles([1.2, 0.8, 0.04], [0, 0, 0.72]);
  const { parts } = partsOf(joined(plate, leg(0.5, 0.3), leg(-0.5, 0.3), leg(0.5, -0.3), leg(-0.5, -0.3)));
  const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0);
  expect(volume).toBeCloseTo(1.2 * 0.8 * 0.04 + 4 * 0.06 * 0.06 * 0.7, 5);
  expect(parts.filter((part) => boxAround(part)[4] === 0)).toHaveLength(4);
});

test("[PH9] a ring keeps its hole, in at most as many parts as asked for", () => {
  const ring = torusTriangles(1, 0.3, 40, 16);
  const { parts } = partsOf(ring);
  expect(parts.length).toBeLessThanOrEqual(16);
  const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0);
  // 2π²Rr² for the round ring; the hulls of its pieces cover a little of the hole.
  expect(volume).toBeGreaterThan(1.6);
  expect(volume).toBeLessThan(1.15 * 2 * Math.PI * Math.PI * 0.09);
  for (const part of parts) {
    const [, , , , bottom, top] = boxAround(part);
    expect(top! - bottom!).toBeLessThanOrEqual(0.61);
    // No part reaches the middle.
    const hull = convexHull(Float32Array.of(...part, 0, 0, 0))!;
    expect(hull.corners).toContain(part.length / 3);
  }
  expect(partsOf(ring, 4).parts.length).toBe(4);
  expect(partsOf(ring, 1)).toMatchObject({ parts: { length: 1 }, isConvex: false });
});

test("[PH9] a sheet gets some thickness", () => {
  const sheet = { positions: [0, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1], indices: [0, 1, 2, 0, 2, 3] };
  expect(partsOf(sheet).parts.map(boxAround)).toEqual([[0, 2, 0, 2, 0.995, 1.005]]);
  expect(partsOf({ positions: [0, 0, 0, 1, 1, 1, 2, 2, 2], indices: [0, 1, 2] }).parts).toEqual([]);
});

test("[PH9] an open box comes apart into its walls, and stays open", () => {
  const wall = (size: readonly number[], center: readonly number[]): Triangles => boxTriangles(size, center);
  const t = 0.05;
  const bin = joined(
    wall([1, 1, t], [0, 0, t / 2]),
    wall([t, 1, 1], [-0.5 + t / 2, 0, 0.5]),
    wall([t, 1, 1], [0.5 - t / 2, 0, 0.5]),
    wall([1, t, 1], [0, -0.5 + t / 2, 0.5]),
    wall([1, t, 1], [0, 0.5 - t / 2, 0.5]),
  );
  const { parts } = partsOf(bin);
  const volume = parts.reduce((sum, part) => sum + volumeOf(part), 0);
  // The walls share their corners and edges.
  expect(volume).toBeCloseTo(1 - (1 - 2 * t) * (1 - 2 * t) * (1 - t), 4);
});
