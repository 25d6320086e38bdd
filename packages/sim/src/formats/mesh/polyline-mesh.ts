import type { Polyline } from "../../scene/geometry.ts";
import { solidMesh, type Solid } from "../../scene/solid.ts";
import { doubleArea, triangulateRings, type Point2 } from "./triangulate.ts";

/** Corners of all outlines; triangulating takes time in proportion to the square of their number. */
const MAX_POINTS = 5_000;
/** In metres; closer points are merged, as in Gazebo. */
const SAME = 1e-4;

export type PolylineMesh =
  | { readonly solid: Solid & { type: "mesh" }; readonly fault: undefined }
  | { readonly solid: undefined; readonly fault: string };

/**
 * Returns the solid between outlines, from z = 0 up to the first one's height. An outline inside another is a hole, one
 * inside a hole is solid again.
 */
export function polylineMesh(polylines: readonly Polyline[]): PolylineMesh {
  const rings = polylines
    .map(({ points }) => cleaned(points))
    .filter((ring) => ring.length >= 3 && doubleArea(ring) !== 0);
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (rings.length === 0) return failed("no outline has three corners and an area");
  if (count > MAX_POINTS) return failed(`${count} points; at most ${MAX_POINTS} are read`);
  if (cross(rings)) return failed("an outline crosses itself or another");
  const points = rings.flat();
  const numbers = numbered(rings);
  const depths = rings.map(
    (ring, i) => rings.filter((other, k) => k !== i && isWithin(middleOfEdge(ring), other)).length,
  );
  const oriented = numbers.map((ring, i) => {
    const isHole = depths[i]! % 2 === 1;
    return doubleArea(rings[i]!) > 0 === isHole ? ring.toReversed() : ring;
  });
  const indices: number[] = [];
  oriented.forEach((outline, i) => {
    if (depths[i]! % 2 === 1) return;
    const holes = oriented.filter(
      (_, k) => depths[k] === depths[i]! + 1 && isWithin(middleOfEdge(rings[k]!), rings[i]!),
    );
    const top = triangulateRings(points, outline, holes);
    for (let t = 0; t < top.length; t += 3) {
      const [a, b, c] = [top[t]!, top[t + 1]!, top[t + 2]!];
      indices.push(a, c, b, a + count, b + count, c + count);
    }
  });
  for (const ring of oriented) {
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      indices.push(a, b, b + count, a, b + count, a + count);
    });
  }
  const { height } = polylines[0]!;
  const vertices = [0, height].flatMap((z) => points.flatMap(({ x, y }) => [x, y, z]));
  return { solid: solidMesh(Float32Array.from(vertices), Uint32Array.from(indices)), fault: undefined };
}

function failed(fault: string): PolylineMesh {
  return { solid: undefined, fault };
}

/** Drops points that repeat the previous one, and the last one if it repeats the first. */
function cleaned(points: readonly Point2[]): Point2[] {
  const kept: Point2[] = [];
  for (const point of points) if (kept.length === 0 || !isSame(kept.at(-1)!, point)) kept.push(point);
  while (kept.length > 1 && isSame(kept.at(-1)!, kept[0]!)) kept.pop();
  return kept;
}

function isSame(a: Point2, b: Point2): boolean {
  const [x, y] = [a.x - b.x, a.y - b.y];
  return x * x + y * y <= SAME * SAME;
}

function numbered(rings: readonly Point2[][]): number[][] {
  let next = 0;
  return rings.map((ring) => ring.map(() => next++));
}

/** Returns a point of the outline that is not a corner, because corners may lie on other outlines. */
function middleOfEdge([a, b]: readonly Point2[]): Point2 {
  return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
}

/** Returns whether a point is inside the ring: a ray to the right leaves the ring an odd number of times. */
function isWithin({ x, y }: Point2, ring: readonly Point2[]): boolean {
  let inside = false;
  for (let i = 0, last = ring.length - 1; i < ring.length; last = i++) {
    const [a, b] = [ring[i]!, ring[last]!];
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

function cross(rings: readonly Point2[][]): boolean {
  const edges = rings
    .flatMap((ring) => ring.map((a, i) => edgeOf(a, ring[(i + 1) % ring.length]!)))
    .sort((one, other) => one.left - other.left);
  for (let i = 0; i < edges.length; i++) {
    const one = edges[i]!;
    // Sorted by their left ends: an edge that begins right of this one's end cannot cross it.
    for (let k = i + 1; k < edges.length && edges[k]!.left <= one.right; k++)
      if (properlyCross(one, edges[k]!)) return true;
  }
  return false;
}

interface Edge {
  readonly a: Point2;
  readonly b: Point2;
  readonly left: number;
  readonly right: number;
}

function edgeOf(a: Point2, b: Point2): Edge {
  return { a, b, left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) };
}

/** Returns whether two edges cross inside both; touching at a corner is harmless. */
function properlyCross(one: Edge, other: Edge): boolean {
  if (Math.max(one.a.y, one.b.y) < Math.min(other.a.y, other.b.y)) return false;
  if (Math.max(other.a.y, other.b.y) < Math.min(one.a.y, one.b.y)) return false;
  const side = ({ a, b }: Edge, p: Point2): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  return side(one, other.a) * side(one, other.b) < 0 && side(other, one.a) * side(other, one.b) < 0;
}
