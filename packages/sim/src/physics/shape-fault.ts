import { assertNever } from "../base/assert-never.ts";
import { cross, dot, isFiniteVec3, length, normalize, subtract, vec3, type Vec3 } from "../base/vec3.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";

/** Returns what makes a geometry invalid, or undefined. */
export function shapeFault(geometry: ShapeGeometry): string | undefined {
  switch (geometry.type) {
    case "box":
      return positive("the box's size", geometry.size.x, geometry.size.y, geometry.size.z);
    case "sphere":
      return positive("the sphere's radius", geometry.radius);
    case "cylinder":
    case "cone":
      return positive(`the ${geometry.type}'s radius and length`, geometry.radius, geometry.length);
    case "capsule":
      return positive("the capsule's radius", geometry.radius) ?? notNegative("the capsule's length", geometry.length);
    case "ellipsoid":
      return positive("the ellipsoid's radii", geometry.radii.x, geometry.radii.y, geometry.radii.z);
    case "plane":
      return isFiniteVec3(geometry.normal) && length(geometry.normal) > 0
        ? undefined
        : "the plane's normal has no direction";
    case "convex":
      return hullFault(geometry.points);
    case "compound":
      return geometry.hulls.length === 0 ? "the compound has no part" : geometry.hulls.map(hullFault).find(Boolean);
    case "mesh":
      return meshFault(geometry.vertices, geometry.indices);
    case "heightmap":
      return heightmapFault(geometry);
    default:
      return assertNever(geometry);
  }
}

function positive(what: string, ...values: number[]): string | undefined {
  return values.every((value) => value > 0 && value <= LARGEST)
    ? undefined
    : `${what} must be above zero and at most ${LARGEST}, not ${values.join(" ")}`;
}

/** In metres. Rapier computes in single precision, and traps on shapes whose squares it cannot represent. */
const LARGEST = 1e6;

function notNegative(what: string, value: number): string | undefined {
  return value >= 0 && Number.isFinite(value) ? undefined : `${what} must not be below zero, not ${value}`;
}

function hullFault(points: Float32Array): string | undefined {
  if (points.length % 3 !== 0) return `the hull has ${points.length} numbers, which is not a multiple of three`;
  if (!points.every(Number.isFinite)) return "the hull has a point that is not finite";
  const at = (i: number) => vec3(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!);
  const count = points.length / 3;
  if (count < 4) return `the hull has ${count} points; it needs four`;
  // The points farthest from the first one, from the line through it, and from the plane.
  const farthest = (distance: (p: Vec3) => number) => {
    let best = 0;
    for (let i = 1; i < count; i++) if (distance(at(i)) > distance(at(best))) best = i;
    return at(best);
  };
  const origin = at(0);
  const far = farthest((p) => length(subtract(p, origin)));
  const size = length(subtract(far, origin));
  if (size === 0) return "the hull's points are all the same";
  const along = normalize(subtract(far, origin));
  const fromLine = (p: Vec3) => length(cross(along, subtract(p, origin)));
  const side = farthest(fromLine);
  if (fromLine(side) < 1e-5 * size) return "the hull's points lie on one line";
  const normal = normalize(cross(along, subtract(side, origin)));
  const fromPlane = (p: Vec3) => Math.abs(dot(normal, subtract(p, origin)));
  return fromPlane(farthest(fromPlane)) < 1e-5 * size ? "the hull's points lie in one plane" : undefined;
}

function meshFault(vertices: Float32Array, indices: Uint32Array): string | undefined {
  if (vertices.length % 3 !== 0) return `the mesh has ${vertices.length} coordinates, which is not a multiple of three`;
  if (indices.length % 3 !== 0) return `the mesh has ${indices.length} indices, which is not a multiple of three`;
  if (indices.length === 0) return "the mesh has no triangle";
  if (!vertices.every(Number.isFinite)) return "the mesh has a vertex that is not finite";
  const count = vertices.length / 3;
  const wild = indices.find((index) => index >= count);
  if (wild !== undefined) return `the mesh names vertex ${wild} of ${count}`;
  const at = (i: number) => vec3(vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!);
  for (let i = 0; i < indices.length; i += 3) {
    const a = at(indices[i]!);
    if (length(cross(subtract(at(indices[i + 1]!), a), subtract(at(indices[i + 2]!), a))) > 0) return undefined;
  }
  return "the mesh has only triangles without an area";
}

function heightmapFault({ columns, rows, heights, size }: ShapeGeometry & { type: "heightmap" }): string | undefined {
  if (!(columns >= 2 && rows >= 2)) return `the heightmap has ${columns} × ${rows} heights; it needs 2 × 2`;
  if (heights.length !== columns * rows) return `the heightmap has ${heights.length} heights, not ${columns} × ${rows}`;
  if (!heights.every(Number.isFinite)) return "the heightmap has a height that is not finite";
  return positive("the heightmap's size", size.x, size.y);
}
