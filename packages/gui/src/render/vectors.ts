import type { Vec3 } from "@orrery/sim";
import { Vector3 } from "three";

/** Copies a vector as plain data: those of three.js are written over. */
export function plainVector({ x, y, z }: Vec3): Vec3 {
  return { x, y, z };
}

export function threeVector({ x, y, z }: Vec3): Vector3 {
  return new Vector3(x, y, z);
}
