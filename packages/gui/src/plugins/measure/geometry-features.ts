import { vec3, type Vec3 } from "@orrery/sim";
import type { BufferGeometry } from "three";
import { patchesOf } from "./feature-patches.ts";
import { weldedOf } from "./welded-mesh.ts";

/** An edge of a surface, straight or curved like the rim of a disc. */
export interface Curve {
  /** Two or more, in the geometry's own coordinates. */
  readonly points: readonly Vec3[];
  /** Whether the last point is joined to the first. */
  readonly isClosed: boolean;
}

/** A part of a surface without edges inside it: a side of a box, the curved side of a cylinder. */
export interface Patch {
  /** Set for flat patches only. */
  readonly centre: Vec3 | undefined;
  /** The curves that bound it. */
  readonly curves: readonly Curve[];
  /** Pointed places of the patch, such as the tip of a cone. */
  readonly tips: readonly Vec3[];
}

export interface Features {
  /** The patch of each triangle; −1 for one without an area. */
  readonly patchOf: Int32Array;
  readonly patches: readonly Patch[];
}

/**
 * Returns the features of a geometry that a measure can snap to. Computed once per geometry; very large meshes have
 * none.
 */
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

/** Returns the radius of a curve that is a circle, which triangles approximate by a polygon. */
export function circleRadius({ points, isClosed }: Curve): number | undefined {
  if (!isClosed || points.length < MIN_OF_CIRCLE) return undefined;
  const centre = vec3.scale(points.reduce(vec3.add), 1 / points.length);
  const radii = points.map((point) => vec3.length(vec3.subtract(point, centre)));
  const [least, most] = [Math.min(...radii), Math.max(...radii)];
  return most - least < ROUND * most ? most : undefined;
}

function find(geometry: BufferGeometry): Features {
  const corners = geometry.index?.count ?? geometry.getAttribute("position").count;
  if (corners > MAX_CORNERS) return { patchOf: new Int32Array(corners / 3).fill(-1), patches: [] };
  return patchesOf(weldedOf(geometry));
}

const features = new WeakMap<BufferGeometry, Features>();
/** With more, the page would freeze briefly when the pointer first enters the mesh. */
const MAX_CORNERS = 450_000;
const MIN_OF_CIRCLE = 8;
const ROUND = 1e-3;
