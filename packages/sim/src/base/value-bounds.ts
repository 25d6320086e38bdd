import type { Vec3 } from "./vec3.ts";

/**
 * Bounds on values: no robot needs more, and no engine can handle more. Rapier computes in single precision, which
 * cannot square numbers beyond 1e19 and whose positions are a metre apart at 1e7. A value out of bounds is refused,
 * before one body can spoil the motion of all.
 */
export const BOUNDS = {
  position: { most: 1e7, unit: "m" },
  speed: { most: 1e6, unit: "m/s" },
  spin: { most: 1e6, unit: "rad/s" },
  force: { most: 1e9, unit: "N" },
  torque: { most: 1e9, unit: "N·m" },
  /** For a joint's force or torque. */
  jointForce: { most: 1e9, unit: "N or N·m" },
  /** For a speed or a position of a joint that turns or slides. */
  motorTarget: { most: 1e7, unit: "rad or m" },
  acceleration: { most: 1e6, unit: "m/s²" },
  field: { most: 1e6, unit: "T" },
  mass: { most: 1e12, unit: "kg" },
} as const;

export type Bounded = keyof typeof BOUNDS;

/** Returns what is wrong with a number, beginning with `what`; `undefined` if it is valid. */
export function boundProblem(what: string, bounded: Bounded, value: number): string | undefined {
  const { most, unit } = BOUNDS[bounded];
  if (Math.abs(value) <= most) return undefined;
  if (!Number.isFinite(value)) return `${what} is not finite`;
  return `${what} must be from ${-most} to ${most} ${unit}, not ${value}`;
}

/**
 * Throws if a number is out of bounds. `owner`, `id` and `what` are as in "joint 7: its force", a text composed only
 * when needed.
 */
export function checkBound(owner: string, id: number, what: string, bounded: Bounded, value: number): void {
  if (Math.abs(value) <= BOUNDS[bounded].most) return;
  throw new Error(boundProblem(`${owner} ${id}: its ${what}`, bounded, value));
}

/** Throws if any part of a vector is out of bounds. */
export function checkBounds(owner: string, id: number, what: string, bounded: Bounded, vector: Vec3): void {
  const { most } = BOUNDS[bounded];
  if (Math.abs(vector.x) <= most && Math.abs(vector.y) <= most && Math.abs(vector.z) <= most) return;
  throw new Error(vectorProblem(`${owner} ${id}: its ${what}`, bounded, vector));
}

/** Returns what is wrong with the first part of a vector that is out of bounds. */
export function vectorProblem(what: string, bounded: Bounded, { x, y, z }: Vec3): string | undefined {
  return (
    boundProblem(`${what}.x`, bounded, x) ??
    boundProblem(`${what}.y`, bounded, y) ??
    boundProblem(`${what}.z`, bounded, z)
  );
}
