import type { Quat } from "../../base/quat.ts";
import { rotate } from "../../base/quat.ts";
import { isFiniteVec3, type Vec3 } from "../../base/vec3.ts";

/** How much a direction may deviate from an axis and still count as lying along it. */
const NEAR = 1e-6;

/** The ratio of the largest allowed size to a micrometre. */
const LARGEST = 1e12;

export function isUniform({ x, y, z }: Vec3): boolean {
  return x === y && y === z;
}

/** Throws for factors that no thing can be stretched by. */
export function checkFactors(factors: Vec3): void {
  const { x, y, z } = factors;
  if (!isFiniteVec3(factors) || !(x > 0 && y > 0 && z > 0))
    throw new Error(`factors must be finite and above zero, not ${x} ${y} ${z}`);
  if (Math.max(x, y, z) > LARGEST || Math.min(x, y, z) < 1 / LARGEST)
    throw new Error(`factors must be from ${1 / LARGEST} to ${LARGEST}, not ${x} ${y} ${z}`);
}

/**
 * Returns the factors along the axes of a part that is rotated within the stretched thing; `undefined` if the part
 * would be sheared, so that only three equal factors are possible.
 */
export function factorsIn(factors: Vec3, rotation: Quat): Vec3 | undefined {
  if (isUniform(factors)) return factors;
  const along = [
    rotate(rotation, { x: 1, y: 0, z: 0 }),
    rotate(rotation, { x: 0, y: 1, z: 0 }),
    rotate(rotation, { x: 0, y: 0, z: 1 }),
  ].map((axis) => {
    if (Math.abs(Math.abs(axis.x) - 1) < NEAR) return factors.x;
    if (Math.abs(Math.abs(axis.y) - 1) < NEAR) return factors.y;
    return Math.abs(Math.abs(axis.z) - 1) < NEAR ? factors.z : undefined;
  });
  const [x, y, z] = along;
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z };
}

/** Multiplies each coordinate by its factor. */
export function stretch<T extends Vec3>(at: T, { x, y, z }: Vec3): T {
  return { ...at, x: at.x * x, y: at.y * y, z: at.z * z };
}
