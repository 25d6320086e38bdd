import * as rapier from "@dimforge/rapier3d-simd-compat";
import { assertNever } from "../../base/assert-never.ts";
import { noRotation, type Quat } from "../../base/quat.ts";
import { normalize, zero, type Vec3 } from "../../base/vec3.ts";
import { ellipsoidPoints } from "../../solids/ellipsoid-points.ts";
import type { ShapeId } from "../engine.ts";
import type { SharedShapes } from "./shared-shapes.ts";
import { shapeFault } from "../shape-fault.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";

/** A quarter turn about x: Rapier's cylinders, capsules, cones and heightfields are along y, Orrery's along z. */
const upright: Quat = { x: Math.sqrt(0.5), y: 0, z: 0, w: Math.sqrt(0.5) };

export interface RapierShape {
  readonly shape: rapier.Shape;
  /** Rotation from Rapier's axes to the shape's frame. */
  readonly rotation: Quat;
}

/** Creates a shape after checking it: for an empty hull or a wrong index Rapier traps, which corrupts its memory. */
export function rapierShape(id: ShapeId, geometry: ShapeGeometry, shared: SharedShapes): RapierShape {
  const fault = shapeFault(geometry);
  if (fault !== undefined) throw new Error(`shape ${id}: ${fault}`);
  return { shape: shared.of(geometry, () => makeShape(id, geometry)), rotation: turnOf(geometry) };
}

function turnOf({ type }: ShapeGeometry): Quat {
  const isTurned = type === "cylinder" || type === "capsule" || type === "cone" || type === "heightmap";
  return isTurned ? upright : noRotation;
}

function makeShape(id: ShapeId, geometry: ShapeGeometry): rapier.Shape {
  switch (geometry.type) {
    case "box":
      return new rapier.Cuboid(geometry.size.x / 2, geometry.size.y / 2, geometry.size.z / 2);
    case "sphere":
      return new rapier.Ball(geometry.radius);
    case "cylinder":
      return new rapier.Cylinder(geometry.length / 2, geometry.radius);
    case "capsule":
      return new rapier.Capsule(geometry.length / 2, geometry.radius);
    case "cone":
      return new rapier.Cone(geometry.length / 2, geometry.radius);
    case "ellipsoid":
      return ellipsoid(geometry.radii);
    case "plane":
      return new rapier.HalfSpace(normalize(geometry.normal));
    case "convex":
      return new rapier.ConvexPolyhedron(geometry.points, null);
    case "compound":
      return compound(geometry.hulls);
    case "mesh":
      // Without the flag, bodies stumble over edges between the triangles of a flat floor; with it, they are pushed to
      // the side that a triangle faces.
      return new rapier.TriMesh(
        geometry.vertices,
        geometry.indices,
        geometry.twoSided === true ? undefined : rapier.TriMeshFlags.FIX_INTERNAL_EDGES,
      );
    case "heightmap":
      return heightfield(geometry);
    default:
      return assertNever(geometry, `geometry of shape ${id}:`);
  }
}

function ellipsoid(radii: Vec3): rapier.Shape {
  if (radii.x === radii.y && radii.y === radii.z) return new rapier.Ball(radii.x);
  return new rapier.ConvexPolyhedron(ellipsoidPoints(radii), null);
}

function compound(hulls: readonly Float32Array[]): rapier.Shape {
  const shapes = hulls.map((points) => new rapier.ConvexPolyhedron(points, null));
  return new rapier.Compound(
    shapes,
    shapes.map(() => zero),
    shapes.map(() => noRotation),
  );
}

/** Converts a heightmap: Rapier's rows run along its z, which is Orrery's −y, and it stores them column by column. */
function heightfield({ columns, rows, heights, size }: ShapeGeometry & { type: "heightmap" }): rapier.Shape {
  const turned = new Float32Array(columns * rows);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) turned[column * rows + row] = heights[(rows - 1 - row) * columns + column]!;
  }
  const flags = rapier.HeightFieldFlags.FIX_INTERNAL_EDGES;
  return new rapier.Heightfield(rows - 1, columns - 1, turned, { x: size.x, y: 1, z: size.y }, flags);
}
