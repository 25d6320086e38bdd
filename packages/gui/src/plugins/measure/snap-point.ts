import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import type { Hit } from "../../render/picking.ts";
import type { Point, ScreenSpace } from "../transform/api.ts";
import { cornersOf, featuresOf, type Curve } from "./geometry-features.ts";
import { through } from "./shape-gap.ts";

export type SnapKind = "corner" | "middle" | "face" | "origin" | "edge" | "surface" | "ground";

/** A place that a click near it takes. */
export interface SnapPoint {
  readonly kind: SnapKind;
  readonly entity: Entity | undefined;
  /** In the world. */
  readonly point: Vec3;
}

/** An edge of a thing, in the world. */
export interface SnapEdge extends Curve {
  readonly entity: Entity;
}

/** Places and edges near the pointer to snap to. */
export interface Candidates {
  readonly points: readonly SnapPoint[];
  readonly edges: readonly SnapEdge[];
}

/** Returns corners, middles, faces and edges of the patches that rays around the pointer have hit. */
export function candidatesOf(hits: readonly Hit[], matrixOf: (hit: Hit) => ArrayLike<number>): Candidates {
  const points: SnapPoint[] = [];
  const edges: SnapEdge[] = [];
  for (const hit of hits) {
    const { entity, shape, geometry, triangle } = hit;
    if (shape.isEndless === true) continue;
    const { patchOf, patches } = featuresOf(geometry);
    const patch = patches[patchOf[triangle / 3] ?? -1];
    if (patch === undefined) continue;
    const m = matrixOf(hit);
    const add = (kind: SnapKind, local: Vec3): void => void points.push({ kind, entity, point: through(m, local) });
    for (const corner of cornersOf(patch)) add("corner", corner);
    if (patch.centre !== undefined) add("face", patch.centre);
    for (const { points: own, isClosed } of patch.curves) {
      if (own.length === 2) add("middle", vec3.scale(vec3.add(own[0]!, own[1]!), 0.5));
      edges.push({ entity, isClosed, points: own.map((local) => through(m, local)) });
    }
  }
  return { points, edges };
}

/**
 * Returns the candidate nearest to a place on the canvas, within some pixels: a point if there is one, otherwise the
 * nearest place of an edge.
 */
export function nearestPoint(
  { points, edges }: Candidates,
  at: Point,
  space: ScreenSpace,
  radius: number,
): SnapPoint | undefined {
  let best: SnapPoint | undefined;
  let least = radius;
  for (const candidate of points) {
    const away = pixelsTo(space, candidate.point, at) + (candidate.kind === "origin" ? HIDDEN : 0);
    if (away > least) continue;
    [best, least] = [candidate, away];
  }
  if (best !== undefined) return best;
  const edge = nearestEdge(edges, at, space, radius);
  return edge && { kind: "edge", entity: edge.edge.entity, point: edge.point };
}

/** Returns the edge nearest to a place on the canvas, and its point there. */
export function nearestEdge(
  edges: readonly SnapEdge[],
  at: Point,
  space: ScreenSpace,
  radius: number,
): { readonly edge: SnapEdge; readonly point: Vec3 } | undefined {
  const ray = space.rayAt(at);
  let best: { edge: SnapEdge; point: Vec3 } | undefined;
  let least = radius;
  for (const edge of edges) {
    const { points, isClosed } = edge;
    for (let i = isClosed ? 0 : 1; i < points.length; i++) {
      const point = nearestToRay(points.at(i - 1)!, points[i]!, ray.origin, ray.direction);
      const away = pixelsTo(space, point, at);
      if (away <= least) [best, least] = [{ edge, point }, away];
    }
  }
  return best;
}

/** Returns the point between `a` and `b` that is nearest to a ray; `direction` has length 1. */
export function nearestToRay(a: Vec3, b: Vec3, origin: Vec3, direction: Vec3): Vec3 {
  const way = vec3.subtract(b, a);
  const off = vec3.subtract(a, origin);
  const slant = vec3.dot(way, direction);
  const size = vec3.dot(way, way) - slant * slant;
  const share = size > 1e-12 * vec3.dot(way, way) ? (slant * vec3.dot(off, direction) - vec3.dot(way, off)) / size : 0;
  return vec3.add(a, vec3.scale(way, Math.min(1, Math.max(0, share))));
}

function pixelsTo(space: ScreenSpace, place: Vec3, at: Point): number {
  const seen = space.toScreen(place);
  return seen === undefined ? Infinity : Math.hypot(seen.x - at.x, seen.y - at.y);
}

/** Pixels: an origin is hidden inside its thing, and yields to visible places. */
const HIDDEN = 3;
