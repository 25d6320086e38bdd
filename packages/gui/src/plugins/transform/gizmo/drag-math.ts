import { vec3, type Vec3 } from "@orrery/sim";
import type { Point, Ray } from "./screen-space.ts";

const { cross, dot, normalize, scale, subtract } = vec3;

/**
 * How far along an axis through `origin` a ray comes, metres: where it meets the plane of the axis that lies before the eye. So a
 * pointer beside the axis means the place on it that it is beside. `undefined` when the axis points at the eye.
 */
export function alongAxis(ray: Ray, origin: Vec3, axis: Vec3, towardsEye: Vec3): number | undefined {
  const flat = subtract(towardsEye, scale(axis, dot(axis, towardsEye)));
  if (dot(flat, flat) < PARALLEL) return undefined;
  const place = inPlane(ray, origin, normalize(flat));
  return place === undefined ? undefined : dot(place, axis);
}

/** Where a ray meets a plane, relative to `origin`, which lies in it; `undefined` when it does not, or only behind the eye. */
export function inPlane(ray: Ray, origin: Vec3, normal: Vec3): Vec3 | undefined {
  const steepness = dot(normal, ray.direction);
  if (Math.abs(steepness) < STEEP) return undefined;
  const between = subtract(ray.origin, origin);
  const share = -dot(normal, between) / steepness;
  if (share <= 0) return undefined;
  const { x, y, z } = ray.direction;
  return { x: between.x + x * share, y: between.y + y * share, z: between.z + z * share };
}

/** From one direction to another about an axis at right angles to both, −π to π. */
export function angleBetween(from: Vec3, to: Vec3, axis: Vec3): number {
  return Math.atan2(dot(cross(from, to), axis), dot(from, to));
}

/** The angle nearest to `before` that is the same but for whole turns: so that more than one turn can be made. */
export function unwrapped(angle: number, before: number): number {
  const turn = 2 * Math.PI;
  return angle + turn * Math.round((before - angle) / turn);
}

/** Where the ring about an axis is nearest to the eye, relative to its middle and of length 1. */
export function nearestOnRing(axis: Vec3, towardsEye: Vec3): Vec3 {
  const flat = subtract(towardsEye, scale(axis, dot(axis, towardsEye)));
  if (dot(flat, flat) > 1e-6) return normalize(flat);
  return normalize(Math.abs(axis.x) < 0.9 ? cross(axis, { x: 1, y: 0, z: 0 }) : cross(axis, { x: 0, y: 1, z: 0 }));
}

/** How far a pointer went along a direction on the screen, pixels. */
export function alongLine(from: Point, to: Point, direction: Point): number {
  const size = Math.hypot(direction.x, direction.y);
  if (size === 0) return 0;
  return ((to.x - from.x) * direction.x + (to.y - from.y) * direction.y) / size;
}

/** Sine of the angle below which a ray gives no place along an axis, squared. */
const PARALLEL = 1e-3;
/** Below which a plane is seen from its edge: a pixel would be metres. */
const STEEP = 0.02;
