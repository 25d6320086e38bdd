import { vec3, type Vec3 } from "@orrery/sim";
import type { Curve } from "./geometry-features.ts";

/** Two vertices. */
export type Segment = readonly [number, number];

/** Joins segments to curves: continuing through vertices where two meet without a corner. */
export function chainsOf(vertices: readonly Vec3[], segments: readonly Segment[]): readonly Curve[] {
  const around = new Map<number, number[]>();
  segments.forEach((segment, i) => {
    for (const vertex of segment) around.set(vertex, [...(around.get(vertex) ?? []), i]);
  });
  const otherEnd = (segment: number, vertex: number): number => {
    const [a, b] = segments[segment]!;
    return a === vertex ? b : a;
  };
  const isPassed = (vertex: number): boolean => {
    const meeting = around.get(vertex)!;
    if (meeting.length !== 2) return false;
    const [a, b] = meeting.map((segment) => vertices[otherEnd(segment, vertex)]!);
    const here = vertices[vertex]!;
    const [came, goes] = [vec3.normalize(vec3.subtract(here, a!)), vec3.normalize(vec3.subtract(b!, here))];
    return vec3.dot(came, goes) > STRAIGHT_ON;
  };
  const taken = new Set<number>();
  const walk = (from: number, first: number): Curve => {
    const chain = [from];
    let [vertex, segment] = [from, first];
    for (;;) {
      taken.add(segment);
      vertex = otherEnd(segment, vertex);
      if (vertex === from) return { points: placed(chain), isClosed: true };
      chain.push(vertex);
      const next = isPassed(vertex) ? around.get(vertex)!.find((one) => !taken.has(one)) : undefined;
      if (next === undefined) return { points: straightened(placed(chain)), isClosed: false };
      segment = next;
    }
  };
  const placed = (chain: readonly number[]): readonly Vec3[] => chain.map((vertex) => vertices[vertex]!);
  const curves: Curve[] = [];
  // Open chains first, which start where edges end; closed loops remain.
  for (const isEnd of [true, false]) {
    for (const [i, segment] of segments.entries()) {
      for (const vertex of segment) {
        if (!taken.has(i) && isPassed(vertex) !== isEnd) curves.push(walk(vertex, i));
      }
    }
  }
  return curves;
}

/** Reduces straight parts to two points, however many they had. */
function straightened(points: readonly Vec3[]): readonly Vec3[] {
  const [first, last] = [points[0]!, points.at(-1)!];
  const way = vec3.subtract(last, first);
  const length = vec3.length(way);
  const isStraight = points.every((point) => {
    const off = vec3.cross(vec3.subtract(point, first), way);
    return vec3.length(off) <= STRAIGHT * length * length;
  });
  return isStraight ? [first, last] : points;
}

/** Cosine of 30°; a sharper bend is a corner. */
const STRAIGHT_ON = 0.866;
const STRAIGHT = 1e-4;
