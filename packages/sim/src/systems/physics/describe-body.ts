import { assertNever } from "../../base/assert-never.ts";
import { compose, identityPose } from "../../base/pose.ts";
import { Geometry } from "../../components/geometry.ts";
import { IsCollision, IsJoint, IsStatic } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import {
  CollisionOff,
  GravityEnabled,
  Inertial,
  IsKinematic,
  SelfCollide,
  Surface,
  VelocityDecay,
} from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { BodyDesc, BodyKind, MassProperties, ShapeDesc } from "../../physics/engine.ts";
import type { ShapeGeometry } from "../../physics/shape-geometry.ts";
import { scopedName, topModelOf, worldPose } from "../../entities/find.ts";
import { solidOf } from "../../entities/solid-of.ts";
import type { Geometry as GeometryData } from "../../scene/geometry.ts";
import type { SolidShapes } from "./solid-shapes.ts";
import type { SurfaceScene } from "../../scene/scene.ts";

/** Describes the body of a link; the engine uses the entity ids of links, collisions and joints. */
export function bodyOf(world: World, link: Entity, solids: SolidShapes): BodyDesc {
  const model = topModelOf(world, link);
  const decay = world.get(link, VelocityDecay);
  const shapes = world
    .childrenOf(link)
    .filter((child) => world.has(child, IsCollision))
    .map((child) => shapeOf(world, child, solids))
    .filter((shape) => shape !== undefined);
  return {
    id: link,
    kind: kindOf(world, link),
    pose: worldPose(world, link),
    mass: massOf(world, link),
    shapes,
    linearVelocity: world.get(link, WorldLinearVelocity),
    angularVelocity: world.get(link, WorldAngularVelocity),
    gravity: world.get(link, GravityEnabled)?.on !== 0,
    linearDamping: decay?.linear,
    angularDamping: decay?.angular,
    group: sharesModel(world, link, model) && !world.has(model, SelfCollide) ? model : 0,
  };
}

export function massOf(world: World, link: Entity): MassProperties {
  const { mass, pose, ixx, iyy, izz, ixy, ixz, iyz } = world.get(link, Inertial) ?? Inertial.initial();
  return { mass, pose, inertia: { ixx, iyy, izz, ixy, ixz, iyz } };
}

/** Returns `undefined` for a collision that nothing can touch. */
export function shapeOf(world: World, collision: Entity, solids: SolidShapes): ShapeDesc | undefined {
  const data = world.get(collision, Geometry) ?? Geometry.initial();
  const geometry = geometryOf(world, collision, data, solids);
  if (geometry === undefined) return undefined;
  const surface = world.get(collision, Surface) ?? Surface.initial();
  const { restitution, categoryBitmask, collideBitmask } = surface;
  return {
    id: collision,
    geometry,
    pose: compose(world.get(collision, Pose) ?? identityPose, offsetOf(data)),
    surface: { friction: frictionOf(surface), restitution },
    filter: world.has(collision, CollisionOff)
      ? untouchable
      : { category: categoryBitmask & 0xffff, mask: collideBitmask & 0xffff },
  };
}

const untouchable = { category: 0, mask: 0 };

/**
 * Returns the single coefficient that engines have. If the friction has a direction, the extra friction along it is
 * applied separately; otherwise the mean applies in all directions.
 */
export function frictionOf(surface: SurfaceScene): number {
  return isDirected(surface) ? Math.min(surface.mu, surface.mu2) : (surface.mu + surface.mu2) / 2;
}

/** Returns whether friction along `fdir1` differs from that across it. */
export function isDirected({ mu, mu2, fdir1: { x, y, z } }: SurfaceScene): boolean {
  return mu !== mu2 && (x !== 0 || y !== 0 || z !== 0);
}

/** Returns whether the model has other links: a collision group with one member would only cost time. */
function sharesModel(world: World, link: Entity, model: Entity): boolean {
  return (
    world.parentOf(link) !== model ||
    world.childrenOf(model).some((other) => other !== link && !world.has(other, IsJoint))
  );
}

export function kindOf(world: World, link: Entity): BodyKind {
  if (world.has(world.parentOf(link), IsStatic)) return "static";
  return world.has(link, IsKinematic) ? "kinematic" : "dynamic";
}

function geometryOf(
  world: World,
  collision: Entity,
  geometry: GeometryData,
  solids: SolidShapes,
): ShapeGeometry | undefined {
  switch (geometry.type) {
    case "box":
    case "sphere":
    case "cylinder":
    case "capsule":
    case "cone":
    case "ellipsoid":
    case "plane":
      return geometry;
    case "mesh":
    case "heightmap":
    case "polyline": {
      const solid = solidOf(world, collision);
      // What could not be read was reported when the world was loaded.
      if (solid === undefined) return undefined;
      const isMoving = kindOf(world, world.parentOf(collision)) === "dynamic";
      return solids.shape(solid, geometry, isMoving, () => scopedName(world, collision));
    }
    case "empty":
      return undefined;
    default:
      return assertNever(geometry);
  }
}

/** Returns the pose of a geometry in its collision; only a heightmap has one of its own. */
function offsetOf(geometry: GeometryData): typeof identityPose {
  return geometry.type === "heightmap" ? { ...identityPose, ...geometry.position } : identityPose;
}
