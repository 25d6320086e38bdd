import type { Pose } from "../base/pose.ts";
import type { Vec3 } from "../base/vec3.ts";
import { Geometry, Material } from "../components/geometry.ts";
import { IsLink, IsVisual } from "../components/identity.ts";
import { Pose as PoseComponent } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { scopedName } from "../entities/find.ts";

/** A time as Foxglove's messages have it. */
export interface FoxgloveTime {
  readonly sec: number;
  readonly nsec: number;
}

/** Lists of primitives of a `foxglove.SceneEntity`. */
type Primitives = Record<"cubes" | "spheres" | "cylinders" | "models", object[]>;

/** How much of a plane is drawn at most, m; Foxglove has no infinite ones. */
const MAX_PLANE = 200;
const PLANE_THICKNESS = 0.001;
const GREY = { r: 0.7, g: 0.7, b: 0.7, a: 1 };

/** Returns a `foxglove.SceneUpdate` of all visuals, each with the frame of its link. */
export function sceneUpdate(world: World, timestamp: FoxgloveTime): object {
  const entities = [...world.query(IsLink)].flatMap(([link]) => {
    const primitives: Primitives = { cubes: [], spheres: [], cylinders: [], models: [] };
    for (const child of world.childrenOf(link)) if (world.has(child, IsVisual)) addVisual(world, child, primitives);
    if (Object.values(primitives).every((list) => list.length === 0)) return [];
    const id = scopedName(world, link);
    const lifetime = { sec: 0, nsec: 0 };
    const others = { arrows: [], lines: [], triangles: [], texts: [], metadata: [] };
    return [{ timestamp, frame_id: id, id, lifetime, frame_locked: true, ...primitives, ...others }];
  });
  // Things that are gone disappear, because everything is sent again.
  return { deletions: [{ timestamp, type: 1, id: "" }], entities };
}

function addVisual(world: World, visual: Entity, primitives: Primitives): void {
  const shape = world.get(visual, Geometry);
  const own = world.get(visual, PoseComponent);
  if (shape === undefined || own === undefined) return;
  const color = world.get(visual, Material)?.diffuse ?? GREY;
  const pose = poseOf(own);
  switch (shape.type) {
    case "box":
      return void primitives.cubes.push({ pose, size: shape.size, color });
    case "sphere":
      return void primitives.spheres.push({ pose, size: cube(2 * shape.radius), color });
    case "ellipsoid": {
      const { x, y, z } = shape.radii;
      return void primitives.spheres.push({ pose, size: { x: 2 * x, y: 2 * y, z: 2 * z }, color });
    }
    case "cylinder":
      return void primitives.cylinders.push(cylinder(pose, shape, { bottom_scale: 1, top_scale: 1, color }));
    case "cone":
      return void primitives.cylinders.push(cylinder(pose, shape, { bottom_scale: 1, top_scale: 0, color }));
    case "capsule":
      primitives.cylinders.push(cylinder(pose, shape, { bottom_scale: 1, top_scale: 1, color }));
      for (const side of [-0.5, 0.5]) {
        const end = alongZ(own, side * shape.length);
        primitives.spheres.push({ pose: { ...pose, position: end }, size: cube(2 * shape.radius), color });
      }
      return;
    case "plane": {
      const { x, y } = shape.size;
      const size = { x: Math.min(x, MAX_PLANE), y: Math.min(y, MAX_PLANE), z: PLANE_THICKNESS };
      return void primitives.cubes.push({ pose, size, color });
    }
    case "mesh": {
      const [override_color, media_type, data] = [false, "", ""];
      const model = { pose, scale: shape.scale, color, override_color, url: shape.uri, media_type, data };
      return void primitives.models.push(model);
    }
    default:
      // Foxglove has nothing like it.
      return;
  }
}

function cylinder(pose: object, { radius, length }: { radius: number; length: number }, look: object): object {
  return { pose, size: { x: 2 * radius, y: 2 * radius, z: length }, ...look };
}

function cube(size: number): Vec3 {
  return { x: size, y: size, z: size };
}

/** Returns a `foxglove.Pose`. */
function poseOf({ x, y, z, qx, qy, qz, qw }: Pose): { readonly position: Vec3; readonly orientation: object } {
  return { position: { x, y, z }, orientation: { x: qx, y: qy, z: qz, w: qw } };
}

/** Returns the point at a distance along the z axis of a pose. */
function alongZ({ x, y, z, qx, qy, qz, qw }: Pose, distance: number): Vec3 {
  return {
    x: x + distance * 2 * (qx * qz + qw * qy),
    y: y + distance * 2 * (qy * qz - qw * qx),
    z: z + distance * (1 - 2 * (qx * qx + qy * qy)),
  };
}
