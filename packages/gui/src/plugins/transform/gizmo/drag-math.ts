import { vec3, type Vec3 } from "@orrery/sim";
import type { Point, Ray } from "./screen-space.ts";

const { cross, dot, normalize, scale, subtract } = vec3;

/**
 * Returns how far along an axis through `origin` a ray comes, in metres: where it meets the plane through the axis that
 * faces the eye. So a pointer beside the axis means the nearest place on it. `undefined` when the axis points at the
 * eye.
 */
export function alongAxis(ray: Ray, origin: Vec3, axis: Vec3, towardsEye: Vec3): number | undefined {
  const flat = subtract(towardsEye, scale(axis, dot(axis, towardsEye)));
  if (dot(flat, flat) < PARALLEL) return undefined;
  const place = inPlane(ray, origin, normalize(flat));
  return place === undefined ? undefined : dot(place, axis);
}

/**
 * Returns where a ray meets the plane through `origin`, relative to `origin`; `undefined` when it meets it only behind
 * the eye, or not at all.
 */
export function inPlane(ray: Ray, origin: Vec3, normal: Vec3): Vec3 | undefined {
  const steepness = dot(normal, ray.direction);
  if (Math.abs(steepness) < STEEP) return undefined;
  const between = subtract(ray.origin, origin);
  const share = -dot(normal, between) / steepness;
  if (share <= 0) return undefined;
  const { x, y, z } = ray.direction;
  return { x: between.x + x * share, y: between.y + y * share, z: between.z + z * share };
}

/** Returns the angle from one direction to another about an axis at right angles to both, −π to π. */
export function angleBetween(from: Vec3, to: Vec3, axis: Vec3): number {
  return Math.atan2(dot(cross(from, to), axis), dot(from, to));
}

/**
 * Returns the angle nearest to `before` that differs from `angle` by whole turns, so that a drag can make more than one
 * turn.
 */
export function unwrapped(angle: number, before: number): number {
  const turn = 2 * Math.PI;
  return angle + turn * Math.round((before - angle) / turn);
}

/** Returns the direction from the middle of the ring about an axis to its point nearest to the eye, of length 1. */
export function nearestOnRing(axis: Vec3, towardsEye: Vec3): Vec3 {
  const flat = subtract(towardsEye, scale(axis, dot(axis, towardsEye)));
  if (dot(flat, flat) > 1e-6) return normalize(flat);
  return normalize(Math.abs(axis.x) < 0.9 ? cross(axis, { x: 1, y: 0, z: 0 }) : cross(axis, { x: 0, y: 1, z: 0 }));
}

/** Returns how far a pointer went along a direction on the screen, in pixels. */
export function alongLine(from: Point, to: Point, direction: Point): number {
  const size = Math.hypot(direction.x, direction.y);
  if (size === 0) return 0;
  return ((to.x - from.x) * direction.x + (to.y - from.y) * direction.y) / size;
}

/** Squared sine of the angle below which a ray is too parallel to an axis to give a place along it. */
const PARALLEL = 1e-3;
/** Below this, a plane is seen nearly from its edge, where one pixel would mean metres. */
const STEEP = 0.02;
