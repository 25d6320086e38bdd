import { rotationOf, transformPoint, type Pose } from "../../base/pose.ts";
import { conjugate, multiply, rotate } from "../../base/quat.ts";
import { add, cross, dot, scale, subtract, zero, type Vec3 } from "../../base/vec3.ts";
import { IsStatic, IsWorld } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Gravity, GravityEnabled, Inertial, IsKinematic } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPose } from "../../entities/find.ts";
import type { InertialScene } from "../../scene/scene.ts";

/** How a link moves at one moment, about its centre of mass. World axes, SI. */
export interface RigidState {
  readonly mass: number;
  readonly centre: Vec3;
  /** Of the centre of mass. */
  readonly velocity: Vec3;
  readonly spin: Vec3;
  /** kg·m/s. */
  readonly momentum: Vec3;
  /** kg·m²/s about the centre of mass. */
  readonly angularMomentum: Vec3;
}

export function rigidStateOf(world: World, link: Entity): RigidState {
  const inertial = world.get(link, Inertial) ?? Inertial.initial();
  const pose = worldPose(world, link);
  const centre = transformPoint(pose, inertial.pose);
  const spin = world.get(link, WorldAngularVelocity) ?? zero;
  const origin = world.get(link, WorldLinearVelocity) ?? zero;
  const velocity = add(origin, cross(spin, subtract(centre, pose)));
  const momentum = scale(velocity, inertial.mass);
  return {
    mass: inertial.mass,
    centre,
    velocity,
    spin,
    momentum,
    angularMomentum: angularMomentum(pose, inertial, spin),
  };
}

/** Joules: of the centre's motion and of the rotation about it. */
export function kineticEnergy({ mass, velocity, spin, angularMomentum }: RigidState): number {
  return (mass * dot(velocity, velocity) + dot(spin, angularMomentum)) / 2;
}

/** Joules in the world's gravity, zero at the world's origin; 0 for a link that gravity does not pull. */
export function potentialEnergy(world: World, root: Entity, link: Entity, { mass, centre }: RigidState): number {
  const g = gravityOf(world, root, link);
  return g === zero ? 0 : -mass * dot(g, centre);
}

/** Returns the acceleration by gravity of a link; the constant `zero` where it is switched off. */
export function gravityOf(world: World, root: Entity, link: Entity): Vec3 {
  if (world.get(link, GravityEnabled)?.on === 0) return zero;
  return world.get(root, Gravity) ?? Gravity.initial();
}

/** Returns kg·m²/s about the world's origin. */
export function momentAbout(point: Vec3, { centre, momentum, angularMomentum: own }: RigidState): Vec3 {
  return add(own, cross(subtract(centre, point), momentum));
}

/** Returns why physics never moves a link; `undefined` when it may. */
export function whyFixed(world: World, link: Entity): string | undefined {
  if (world.has(link, IsKinematic)) return "the link is kinematic: it moves as it is told, whatever its mass";
  for (let at = link; at !== 0 && !world.has(at, IsWorld); at = world.parentOf(at)) {
    if (world.has(at, IsStatic)) return "the model is static: it never moves, and its mass does not matter";
  }
  return undefined;
}

function angularMomentum(pose: Pose, inertial: InertialScene, spin: Vec3): Vec3 {
  // In the axes of the inertia and back.
  const axes = multiply(rotationOf(pose), rotationOf(inertial.pose));
  const { x, y, z } = rotate(conjugate(axes), spin);
  const { ixx, iyy, izz, ixy, ixz, iyz } = inertial;
  return rotate(axes, {
    x: ixx * x + ixy * y + ixz * z,
    y: ixy * x + iyy * y + iyz * z,
    z: ixz * x + iyz * y + izz * z,
  });
}
