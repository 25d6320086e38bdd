import { assertNever } from "../../base/assert-never.ts";
import type { Pose } from "../../base/pose.ts";
import { transformPoint } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import { Solid, SolidOf, SolidScale } from "../../components/geometry.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { Geometry as GeometryValue } from "../../scene/geometry.ts";
import type { Solid as SolidValue } from "../../scene/solid.ts";

/** A box along the axes. */
export interface Bounds {
  readonly low: Vec3;
  readonly high: Vec3;
}

/**
 * Returns the box in its own frame that a collision or visual fills; `undefined` for endless ground, and for shapes
 * whose size only a file says.
 */
export function ownBounds(world: World, shape: Entity, geometry: GeometryValue): Bounds | undefined {
  return simpleBounds(geometry) ?? solidBounds(world, shape);
}

/** Returns the box around a box that is in a frame. */
export function boundsIn(frame: Pose, { low, high }: Bounds): Bounds {
  const middle = transformPoint(frame, { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, z: (low.z + high.z) / 2 });
  const [x, y, z] = [(high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2];
  const { qx, qy, qz, qw } = frame;
  if (qx === 0 && qy === 0 && qz === 0) return around(middle, { x, y, z });
  // The absolute values of the rotation matrix, row by row.
  return around(middle, {
    x:
      Math.abs(1 - 2 * (qy * qy + qz * qz)) * x +
      2 * Math.abs(qx * qy - qz * qw) * y +
      2 * Math.abs(qx * qz + qy * qw) * z,
    y:
      2 * Math.abs(qx * qy + qz * qw) * x +
      Math.abs(1 - 2 * (qx * qx + qz * qz)) * y +
      2 * Math.abs(qy * qz - qx * qw) * z,
    z:
      2 * Math.abs(qx * qz - qy * qw) * x +
      2 * Math.abs(qy * qz + qx * qw) * y +
      Math.abs(1 - 2 * (qx * qx + qy * qy)) * z,
  });
}

/** Returns the box with this middle; `half` is its extent from the middle to each side. */
export function around({ x, y, z }: Vec3, half: Vec3): Bounds {
  return {
    low: { x: x - half.x, y: y - half.y, z: z - half.z },
    high: { x: x + half.x, y: y + half.y, z: z + half.z },
  };
}

function simpleBounds(geometry: GeometryValue): Bounds | undefined {
  const centred = (x: number, y: number, z: number): Bounds => around({ x: 0, y: 0, z: 0 }, { x, y, z });
  switch (geometry.type) {
    case "box":
      return centred(geometry.size.x / 2, geometry.size.y / 2, geometry.size.z / 2);
    case "sphere":
      return centred(geometry.radius, geometry.radius, geometry.radius);
    case "cylinder":
    case "cone":
      return centred(geometry.radius, geometry.radius, geometry.length / 2);
    case "capsule":
      return centred(geometry.radius, geometry.radius, geometry.length / 2 + geometry.radius);
    case "ellipsoid":
      return centred(geometry.radii.x, geometry.radii.y, geometry.radii.z);
    case "empty":
    case "plane":
    case "heightmap":
    case "mesh":
    case "polyline":
      return undefined;
    default:
      return assertNever(geometry);
  }
}

function solidBounds(world: World, shape: Entity): Bounds | undefined {
  const holder = world.get(shape, SolidOf);
  const solid = holder && world.get(holder.entity as Entity, Solid);
  const { x, y, z } = world.get(shape, SolidScale) ?? { x: 1, y: 1, z: 1 };
  const bounds = solid && verticesBounds(solid);
  if (bounds === undefined) return undefined;
  const scaled = ({ low, high }: Bounds): Bounds => ({
    low: { x: low.x * x, y: low.y * y, z: low.z * z },
    high: { x: high.x * x, y: high.y * y, z: high.z * z },
  });
  return scaled(bounds);
}

function verticesBounds(solid: SolidValue): Bounds | undefined {
  if (solid.type === "heightmap" || solid.vertices.length === 0) return undefined;
  const known = measured.get(solid);
  if (known !== undefined) return known;
  const { vertices } = solid;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    const axis = i % 3;
    low[axis] = Math.min(low[axis]!, vertices[i]!);
    high[axis] = Math.max(high[axis]!, vertices[i]!);
  }
  const bounds = {
    low: { x: low[0]!, y: low[1]!, z: low[2]! },
    high: { x: high[0]!, y: high[1]!, z: high[2]! },
  };
  measured.set(solid, bounds);
  return bounds;
}

/** Cached, because a solid never changes and may have a million vertices. */
const measured = new WeakMap<SolidValue, Bounds>();
