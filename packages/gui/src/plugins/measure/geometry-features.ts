import { vec3, type Vec3 } from "@orrery/sim";
import type { BufferGeometry } from "three";
import { patchesOf } from "./feature-patches.ts";
import { weldedOf } from "./welded-mesh.ts";

/** An edge of a surface: straight, or curved like the rim of a disc. */
export interface Curve {
  /** In the geometry's own coordinates, two or more. */
  readonly points: readonly Vec3[];
  /** The last point is joined to the first. */
  readonly isClosed: boolean;
}

/** A part of a surface without edges in it: a side of a box, the curved side of a cylinder. */
export interface Patch {
  /** Set for flat patches only. */
  readonly centre: Vec3 | undefined;
  /** What bounds it. */
  readonly curves: readonly Curve[];
  /** Points that stick out of it, such as that of a cone. */
  readonly tips: readonly Vec3[];
}

export interface Features {
  /** Which patch a triangle belongs to; −1 for one without an area. */
  readonly patchOf: Int32Array;
  readonly patches: readonly Patch[];
}

/** Returns what a measure can snap to on a geometry. Computed once per geometry; very large meshes have none. */
export function featuresOf(geometry: BufferGeometry): Features {
  let known = features.get(geometry);
  if (known === undefined) features.set(geometry, (known = find(geometry)));
  return known;
}

/** Returns the corners of a patch, where edges end. */
export function cornersOf({ curves, tips }: Patch): readonly Vec3[] {
  return [...tips, ...curves.flatMap(({ points, isClosed }) => (isClosed ? [] : [points[0]!, points.at(-1)!]))];
}

export function curveLength({ points, isClosed }: Curve): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += vec3.length(vec3.subtract(points[i]!, points[i - 1]!));
  return isClosed ? length + vec3.length(vec3.subtract(points[0]!, points.at(-1)!)) : length;
}

/** Returns the radius of a curve that is a circle; triangles make a polygon of one. */
export function circleRadius({ points, isClosed }: Curve): number | undefined {
  if (!isClosed || points.length < LEAST_OF_CIRCLE) return undefined;
  const centre = vec3.scale(points.reduce(vec3.add), 1 / points.length);
  const radii = points.map((point) => vec3.length(vec3.subtract(point, centre)));
  const [least, most] = [Math.min(...radii), Math.max(...radii)];
  return most - least < ROUND * most ? most : undefined;
}

function find(geometry: BufferGeometry): Features {
  const corners = geometry.index?.count ?? geometry.getAttribute("position").count;
  if (corners > MOST_CORNERS) return { patchOf: new Int32Array(corners / 3).fill(-1), patches: [] };
  return patchesOf(weldedOf(geometry));
}

const features = new WeakMap<BufferGeometry, Features>();
/** With more, the page would freeze for a moment when the pointer first enters it. */
const MOST_CORNERS = 450_000;
const LEAST_OF_CIRCLE = 8;
const ROUND = 1e-3;
