import { assertNever } from "../../../base/assert-never.ts";
import { cos, sin } from "../../../base/math/math.ts";
import { identityPose, pose, rotationOf, type Pose } from "../../../base/pose.ts";
import { rotate, rotationBetween } from "../../../base/quat.ts";
import { normalize, scale, type Vec3 } from "../../../base/vec3.ts";
import type { ShapeId } from "../../engine.ts";
import { flatNormal, isHull, plates, prisms } from "./meshes.ts";
import type { ShapeGeometry } from "../../shape-geometry.ts";

/** A geom of MuJoCo; a shape is represented by one geom or by several. */
export interface MujocoGeom {
  /** Attributes of the element, without pose and filter. */
  readonly attributes: string;
  /** In the shape's frame. */
  readonly pose: Pose;
}

export interface MujocoShape {
  readonly geoms: readonly MujocoGeom[];
  /** Elements of `<asset>`. */
  readonly assets: readonly string[];
}

/** Number of sides of a cone's hull. */
const CONE_SIDES = 32;
/** A moving plane is represented by a box of this half size, because MuJoCo's planes cannot move. */
const ENDLESS = 500;
/** Thickness in metres given to a flat hull, so that it has a volume. */
const THIN = 1e-3;
/**
 * With more triangles than this, each of which takes 0.3 ms to compile, a concave mesh becomes its hull, and a
 * heightmap becomes MuJoCo's own kind, on which boxes rest unsteadily.
 */
export const MAX_PRISMS = 1024;

/** Returns MuJoCo's form of a valid shape. `isStatic` says whether its body is static. */
export function mujocoShape(id: ShapeId, geometry: ShapeGeometry, isStatic: boolean): MujocoShape {
  switch (geometry.type) {
    case "box":
      return plain("box", geometry.size.x / 2, geometry.size.y / 2, geometry.size.z / 2);
    case "sphere":
      return plain("sphere", geometry.radius);
    case "cylinder":
      return plain("cylinder", geometry.radius, geometry.length / 2);
    case "capsule":
      return geometry.length === 0
        ? plain("sphere", geometry.radius)
        : plain("capsule", geometry.radius, geometry.length / 2);
    case "ellipsoid":
      return plain("ellipsoid", geometry.radii.x, geometry.radii.y, geometry.radii.z);
    case "cone":
      return hull(id, conePoints(geometry.radius, geometry.length));
    case "plane":
      return plane(geometry.normal, isStatic);
    case "convex":
      return hull(id, geometry.points);
    case "compound":
      return hulls(id, geometry.hulls);
    case "mesh":
      return mesh(id, geometry, isStatic);
    case "heightmap":
      if (!isStatic) throw new Error(`shape ${id}: a heightmap cannot move in MuJoCo`);
      return heightmap(id, geometry);
    default:
      return assertNever(geometry, `geometry of shape ${id}:`);
  }
}

/** Returns what MuJoCo cannot do with a geometry as described; undefined if it supports it fully. */
export function mujocoShortcoming(geometry: ShapeGeometry, isStatic: boolean): string | undefined {
  if (geometry.type !== "mesh" || isHull(geometry.vertices, geometry.indices)) return undefined;
  if (!isStatic) return "a mesh that moves collides as its convex hull";
  const count = geometry.indices.length / 3;
  return count > MAX_PRISMS
    ? `a mesh of ${count} triangles collides as its convex hull; up to ${MAX_PRISMS} collide as they are`
    : undefined;
}

function plain(type: string, ...size: number[]): MujocoShape {
  return { geoms: [{ attributes: `type="${type}" size="${size.join(" ")}"`, pose: identityPose }], assets: [] };
}

function plane(normal: Vec3, isStatic: boolean): MujocoShape {
  const turn = rotationBetween({ x: 0, y: 0, z: 1 }, normalize(normal));
  if (isStatic) {
    return { geoms: [{ attributes: 'type="plane" size="0 0 1"', pose: pose({ x: 0, y: 0, z: 0 }, turn) }], assets: [] };
  }
  const centre = rotate(turn, { x: 0, y: 0, z: -ENDLESS });
  const attributes = `type="box" size="${ENDLESS} ${ENDLESS} ${ENDLESS}"`;
  return { geoms: [{ attributes, pose: pose(centre, turn) }], assets: [] };
}

function hull(id: ShapeId, points: ArrayLike<number>): MujocoShape {
  return hulls(id, [points]);
}

function hulls(id: ShapeId, parts: readonly ArrayLike<number>[]): MujocoShape {
  return {
    geoms: parts.map((_, i) => ({ attributes: `type="mesh" mesh="m${id}_${i}"`, pose: identityPose })),
    // As a shell: the volume of a hull may be too small for MuJoCo, which computes a mass in any case.
    assets: parts.map(
      (points, i) => `<mesh name="m${id}_${i}" inertia="shell" vertex="${Array.from(points).join(" ")}"/>`,
    ),
  };
}

function mesh(id: ShapeId, geometry: ShapeGeometry & { type: "mesh" }, isStatic: boolean): MujocoShape {
  const { vertices, indices, twoSided } = geometry;
  if (isHull(vertices, indices)) return hull(id, vertices);
  if (isStatic && indices.length <= 3 * MAX_PRISMS) {
    return hulls(id, twoSided ? plates(vertices, indices, THIN) : prisms(vertices, indices));
  }
  const normal = flatNormal(vertices);
  return hull(id, normal === undefined ? vertices : thickened(vertices, normal));
}

function thickened(vertices: Float32Array, normal: Vec3): number[] {
  const [above, below] = [scale(normal, THIN / 2), scale(normal, -THIN / 2)];
  const points: number[] = [];
  for (let i = 0; i < vertices.length; i += 3) {
    for (const { x, y, z } of [above, below]) points.push(vertices[i]! + x, vertices[i + 1]! + y, vertices[i + 2]! + z);
  }
  return points;
}

function conePoints(radius: number, length: number): number[] {
  const points = [0, 0, length / 2];
  for (let i = 0; i < CONE_SIDES; i++) {
    const angle = (2 * Math.PI * i) / CONE_SIDES;
    points.push(radius * cos(angle), radius * sin(angle), -length / 2);
  }
  return points;
}

function heightmap(id: ShapeId, map: ShapeGeometry & { type: "heightmap" }): MujocoShape {
  const { columns, rows, heights, size } = map;
  if (2 * (columns - 1) * (rows - 1) > MAX_PRISMS) return heightfield(id, map);
  const vertices = new Float32Array(3 * columns * rows);
  const indices: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const [x, y] = [column / (columns - 1) - 0.5, row / (rows - 1) - 0.5];
      vertices.set([x * size.x, y * size.y, heights[at]!], 3 * at);
      if (row === 0 || column === 0) continue;
      indices.push(at - columns - 1, at - columns, at, at - columns - 1, at, at - 1);
    }
  }
  return hulls(id, prisms(vertices, Uint32Array.from(indices), { x: 0, y: 0, z: -HEIGHTMAP_BASE }));
}

/** Converts a heightmap: MuJoCo scales heights to 0 … 1 and puts the lowest at the geom's origin. */
function heightfield(id: ShapeId, map: ShapeGeometry & { type: "heightmap" }): MujocoShape {
  const { columns, rows, heights, size } = map;
  let [lowest, highest] = [Infinity, -Infinity];
  for (const height of heights) {
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
  }
  // A flat one has no range to scale by.
  const range = highest > lowest ? highest - lowest : 1;
  const scaled = Array.from(heights, (height) => (height - lowest) / range);
  // MuJoCo reads rows from the +y edge.
  const lines = Array.from({ length: rows }, (_, row) => {
    const from = (rows - 1 - row) * columns;
    return scaled.slice(from, from + columns).join(" ");
  });
  const extent = `${size.x / 2} ${size.y / 2} ${range} ${HEIGHTMAP_BASE}`;
  return {
    geoms: [{ attributes: `type="hfield" hfield="h${id}"`, pose: { ...identityPose, z: lowest } }],
    assets: [
      `<hfield name="h${id}" nrow="${rows}" ncol="${columns}" size="${extent}" elevation="${lines.join(" ")}"/>`,
    ],
  };
}

/** Metres of ground below the lowest point of a heightmap. */
const HEIGHTMAP_BASE = 1;

/** Returns position and rotation as attributes. */
export function poseAttributes(p: Pose): string {
  const { x, y, z, w } = rotationOf(p);
  return `pos="${p.x} ${p.y} ${p.z}" quat="${w} ${x} ${y} ${z}"`;
}
