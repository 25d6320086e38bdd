import { expect, test } from "vitest";
import { Rng, seedFrom } from "../base/rng.ts";
import { convexHull, volumeWithin } from "./convex-hull.ts";

function cloud(count: number, at: (rng: Rng) => readonly number[], seed: number): Float32Array {
  const rng = new Rng(seedFrom(seed, "cloud"));
  return Float32Array.from(Array.from({ length: count }, () => at(rng)).flat());
}

/** Returns how far the outermost point lies beyond the planes of the hull. */
function outermost(points: Float32Array, triangles: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => points[3 * triangles[i + k]! + axis]!));
    const u = b!.map((value, k) => value - a![k]!);
    const v = c!.map((value, k) => value - a![k]!);
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const length = Math.hypot(...n);
    // A sliver on the grid may have any direction in exact coordinates.
    if (length < 1e-6) continue;
    for (let p = 0; p < points.length; p += 3) {
      const height = n.reduce((sum, value, k) => sum + value * (points[p + k]! - a![k]!), 0) / length;
      most = Math.max(most, height);
    }
  }
  return most;
}

test("[PH7] the hull of a lattice is its eight corners", () => {
  const points: number[] = [];
  for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) for (let z = 0; z < 6; z++) points.push(x, y, z);
  const hull = convexHull(points)!;
  expect(hull.gap).toBe(0);
  expect(volumeWithin(points, hull.triangles)).toBeCloseTo(125, 9);
  // Points within faces and edges may be corners of triangles only if the surface needs them, which is not the case
  // here.
  expect(new Set(Array.from(hull.corners, (i) => points.slice(3 * i, 3 * i + 3).join()))).toEqual(
    new Set(["0,0,0", "0,0,5", "0,5,0", "0,5,5", "5,0,0", "5,0,5", "5,5,0", "5,5,5"]),
  );
});

test.each([
  ["a ball", (rng: Rng) => [rng.gaussian(), rng.gaussian(), rng.gaussian()]],
  ["a thin plate", (rng: Rng) => [rng.uniform(), rng.uniform(), 1e-4 * rng.uniform()]],
  ["a needle", (rng: Rng) => [1000 * rng.uniform(), rng.uniform(), rng.uniform()]],
  ["a coarse lattice", (rng: Rng) => [rng.int(4), rng.int(4), rng.int(4)]],
])("[PH7] no point of %s lies outside its hull, and the surface is closed", (_name, at) => {
  for (let seed = 0; seed < 20; seed++) {
    const points = cloud(300, at, seed);
    const hull = convexHull(points, Infinity)!;
    expect(hull.gap).toBe(0);
    const size = Math.max(...points) - Math.min(...points);
    expect(outermost(points, hull.triangles)).toBeLessThan(1e-4 * size);
    const edges = new Set<string>();
    for (let i = 0; i < hull.triangles.length; i += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${hull.triangles[i + k]},${hull.triangles[i + ((k + 1) % 3)]}`);
    }
    expect(edges.size).toBe(hull.triangles.length);
    for (const edge of edges) expect(edges.has(edge.split(",").reverse().join())).toBe(true);
  }
});

test("[PH7] a hull of few corners is the best that many can do, and says what it leaves out", () => {
  const points = cloud(
    5000,
    (rng) => {
      const [x, y, z] = [rng.gaussian(), rng.gaussian(), rng.gaussian()];
      const size = Math.hypot(x, y, z);
      return [x / size, y / size, z / size];
    },
    1,
  );
  const hull = convexHull(points, 64)!;
  expect(hull.corners).toHaveLength(64);
  // 64 caps cover the ball if each reaches 1 − cos θ ≈ 2/64; the best placement is about twice as good as a greedy one.
  expect(hull.gap).toBeLessThan(0.15);
  expect(hull.gap).toBeGreaterThan(0.02);
});

test("[PH7] points in a plane, on a line or in one place have no hull", () => {
  const flat = cloud(50, (rng) => [rng.uniform(), rng.uniform(), 1], 1);
  expect(convexHull(flat)).toBeUndefined();
  expect(convexHull([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])).toBeUndefined();
  expect(convexHull([1, 1, 1, 1, 1, 1])).toBeUndefined();
  expect(convexHull([])).toBeUndefined();
});
