import type { Entity } from "@orrery/sim";
import { Matrix4, Ray, Vector3, type BufferGeometry } from "three";
import type { Batch, Shape } from "./batch.ts";
import { TriangleTree } from "./triangle-tree.ts";

export interface Hit {
  /** The visual that was hit. */
  readonly entity: Entity;
  readonly shape: Shape;
  readonly geometry: BufferGeometry;
  /** First corner of the triangle, as an index into the geometry's index or its vertices. */
  readonly triangle: number;
  readonly point: Vector3;
  /** Points towards the origin of the ray. */
  readonly normal: Vector3;
  /** In metres. */
  readonly distance: number;
}

/**
 * Returns the first thing that a ray hits, among all or among those wanted. Bounding spheres leave few shapes whose
 * triangles must be tested.
 */
export function pick(ray: Ray, batches: Iterable<Batch>, isWanted?: (entity: Entity) => boolean): Hit | undefined {
  let best: Hit | undefined;
  for (const batch of batches) {
    if (!batch.look.isPickable) continue;
    const { geometry } = batch.look;
    if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
    const sphere = geometry.boundingSphere!;
    const matrices = batch.mesh.instanceMatrix.array as Float32Array;
    for (let slot = 0; slot < batch.count; slot++) {
      const shape = batch.shapes[slot]!;
      const limit = best?.distance ?? Infinity;
      if (!isNear(ray, matrices, slot * 16, sphere.center, sphere.radius, shape.scale, limit)) continue;
      if (isWanted?.(shape.entity) === false) continue;
      const hit = hitOf(ray, geometry, matrices, slot * 16, limit);
      if (hit !== undefined) best = { ...hit, shape, geometry, entity: shape.entity };
    }
  }
  return best;
}

/** Returns whether the ray hits the bounding sphere of a shape before `limit`. */
function isNear(
  { origin, direction }: Ray,
  m: Float32Array,
  at: number,
  { x, y, z }: Vector3,
  radius: number,
  scale: Shape["scale"],
  limit: number,
): boolean {
  const cx = m[at]! * x + m[at + 4]! * y + m[at + 8]! * z + m[at + 12]! - origin.x;
  const cy = m[at + 1]! * x + m[at + 5]! * y + m[at + 9]! * z + m[at + 13]! - origin.y;
  const cz = m[at + 2]! * x + m[at + 6]! * y + m[at + 10]! * z + m[at + 14]! - origin.z;
  const r = radius * Math.max(Math.abs(scale[0]), Math.abs(scale[1]), Math.abs(scale[2]));
  const along = cx * direction.x + cy * direction.y + cz * direction.z;
  if (along < -r || along - r > limit) return false;
  return cx * cx + cy * cy + cz * cz - along * along <= r * r;
}

function hitOf(
  ray: Ray,
  geometry: BufferGeometry,
  matrices: Float32Array,
  at: number,
  limit: number,
): Pick<Hit, "point" | "normal" | "distance" | "triangle"> | undefined {
  MATRIX.fromArray(matrices, at);
  INVERSE.copy(MATRIX).invert();
  LOCAL.copy(ray).applyMatrix4(INVERSE);
  const positions = geometry.getAttribute("position").array as Float32Array;
  const index = geometry.index?.array;
  let distance = limit;
  let triangle = -1;
  for (const i of trianglesAlong(geometry)) {
    const [a, b, c] = index === undefined ? [i, i + 1, i + 2] : [index[i]!, index[i + 1]!, index[i + 2]!];
    A.fromArray(positions, a * 3);
    B.fromArray(positions, b * 3);
    C.fromArray(positions, c * 3);
    if (LOCAL.intersectTriangle(A, B, C, false, POINT) === null) continue;
    const away = POINT.applyMatrix4(MATRIX).distanceTo(ray.origin);
    if (away >= distance) continue;
    distance = away;
    triangle = i;
    PLACE.copy(POINT);
    NORMAL.copy(B.sub(A)).cross(C.sub(A));
  }
  if (triangle < 0) return undefined;
  const normal = NORMAL.clone().transformDirection(INVERSE.transpose());
  if (normal.dot(ray.direction) > 0) normal.negate();
  return { point: PLACE.clone(), normal, distance, triangle };
}

/** Yields the first corners of the triangles that the local ray may hit. */
function* trianglesAlong(geometry: BufferGeometry): Generator<number> {
  const corners = geometry.index?.count ?? geometry.getAttribute("position").count;
  if (corners < MANY) {
    for (let i = 0; i < corners; i += 3) yield i;
    return;
  }
  let tree = trees.get(geometry);
  if (tree === undefined) trees.set(geometry, (tree = new TriangleTree(geometry)));
  yield* tree.along(LOCAL);
}

/** Number of corners below which testing all triangles is faster. */
const MANY = 3000;
const trees = new WeakMap<BufferGeometry, TriangleTree>();
const MATRIX = new Matrix4();
const INVERSE = new Matrix4();
const LOCAL = new Ray();
const [A, B, C, POINT, PLACE, NORMAL] = Array.from({ length: 6 }, () => new Vector3()) as [
  Vector3,
  Vector3,
  Vector3,
  Vector3,
  Vector3,
  Vector3,
];
