import { add, cross, dot, length, normalize, scale, subtract, vec3, type Vec3 } from "../../../base/vec3.ts";

/** Metres that a triangle's solid reaches below its surface. */
const PRISM_DEPTH = 0.05;
/** With more pairs of a triangle and a vertex than this, a mesh is not tested, and counts as concave. */
const MAX_PAIRS = 4e6;
/** As a fraction of the mesh's size: a vertex this near to a plane lies in it. */
const FLAT = 1e-5;

/**
 * Returns whether a mesh is its own convex hull, that is, no vertex is in front of a triangle. Computed once per mesh.
 */
export function isHull(vertices: Float32Array, indices: Uint32Array): boolean {
  let known = hulls.get(indices);
  if (known === undefined) hulls.set(indices, (known = isConvex(vertices, indices)));
  return known;
}

const hulls = new WeakMap<Uint32Array, boolean>();

function isConvex(vertices: Float32Array, indices: Uint32Array): boolean {
  const count = vertices.length / 3;
  if (count * indices.length > 3 * MAX_PAIRS || flatNormal(vertices) !== undefined) return false;
  const near = FLAT * extentOf(vertices);
  for (let i = 0; i < indices.length; i += 3) {
    const a = at(vertices, indices[i]!);
    const normal = normalOf(vertices, indices, i);
    if (normal === undefined) continue;
    for (let k = 0; k < count; k++) if (dot(normal, subtract(at(vertices, k), a)) > near) return false;
  }
  return true;
}

/** Returns a vector perpendicular to the plane that contains all vertices; undefined if there is no such plane. */
export function flatNormal(vertices: Float32Array): Vec3 | undefined {
  const count = vertices.length / 3;
  const origin = at(vertices, 0);
  const farthest = (distance: (way: Vec3) => number): Vec3 => {
    let best = subtract(origin, origin);
    for (let k = 1; k < count; k++) {
      const way = subtract(at(vertices, k), origin);
      if (distance(way) > distance(best)) best = way;
    }
    return best;
  };
  const along = normalize(farthest(length));
  const normal = normalize(
    cross(
      along,
      farthest((way) => length(cross(along, way))),
    ),
  );
  const away = Math.abs(
    dot(
      normal,
      farthest((way) => Math.abs(dot(normal, way))),
    ),
  );
  return away <= FLAT * extentOf(vertices) ? normal : undefined;
}

/** Returns the corners of one solid per triangle, with its surface on top: extended to its back, or by `below`. */
export function prisms(vertices: Float32Array, indices: Uint32Array, below?: Vec3): number[][] {
  return trianglesOf(vertices, indices).map(({ corners, normal }) => {
    const down = below ?? scale(normal, -PRISM_DEPTH);
    return [...corners, ...corners.map((corner) => add(corner, down))].flatMap(({ x, y, z }) => [x, y, z]);
  });
}

/**
 * Returns the corners of one plate per triangle, with the triangle in its middle: a surface that is solid from both
 * sides.
 */
export function plates(vertices: Float32Array, indices: Uint32Array, thickness: number): number[][] {
  return trianglesOf(vertices, indices).map(({ corners, normal }) => {
    const up = scale(normal, thickness / 2);
    return corners.flatMap((corner) => [add(corner, up), subtract(corner, up)]).flatMap(({ x, y, z }) => [x, y, z]);
  });
}

function trianglesOf(vertices: Float32Array, indices: Uint32Array): { corners: Vec3[]; normal: Vec3 }[] {
  const triangles: { corners: Vec3[]; normal: Vec3 }[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const normal = normalOf(vertices, indices, i);
    if (normal !== undefined) triangles.push({ corners: [0, 1, 2].map((k) => at(vertices, indices[i + k]!)), normal });
  }
  return triangles;
}

function at(vertices: Float32Array, index: number): Vec3 {
  return vec3(vertices[3 * index]!, vertices[3 * index + 1]!, vertices[3 * index + 2]!);
}

/** Returns undefined for a triangle without an area. */
function normalOf(vertices: Float32Array, indices: Uint32Array, from: number): Vec3 | undefined {
  const a = at(vertices, indices[from]!);
  const b = subtract(at(vertices, indices[from + 1]!), a);
  const c = subtract(at(vertices, indices[from + 2]!), a);
  const across = cross(b, c);
  // Needles, whose hull would fail, get no normal.
  return length(across) > 1e-6 * Math.max(dot(b, b), dot(c, c)) ? normalize(across) : undefined;
}

function extentOf(vertices: Float32Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of vertices) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
