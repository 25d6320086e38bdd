import { dot, normalize, type Vec3 } from "../base/vec3.ts";
import type { JointType } from "./engine.ts";

/** The number of axes for each type of joint. */
export const AXIS_COUNT: Readonly<Record<JointType, number>> = {
  revolute: 1,
  prismatic: 1,
  universal: 2,
  ball: 0,
  fixed: 0,
  screw: 1,
};

/**
 * Returns whether two axes of one joint deviate too far from a right angle for Rapier; the bound is the cosine of
 * 89.94°.
 */
export function areSkew(first: Vec3, second: Vec3): boolean {
  return Math.abs(dot(normalize(first), normalize(second))) > 1e-3;
}
