import type { Vec3 } from "../base/vec3.ts";

/**
 * The smallest mass, kg, and moment of inertia, kg·m², of a body: below it MuJoCo refuses the whole model, and single
 * precision rounds to zero.
 */
export const MIN_MASS = 1e-15;

/** Raises the mass to what engines can handle. */
export function leastMass<T extends { readonly mass: number; readonly moments: Vec3 }>(given: T): T {
  const { mass, moments } = given;
  if (Math.min(mass, moments.x, moments.y, moments.z) >= MIN_MASS) return given;
  const lift = (value: number): number => Math.max(value, MIN_MASS);
  return { ...given, mass: lift(mass), moments: { x: lift(moments.x), y: lift(moments.y), z: lift(moments.z) } };
}
