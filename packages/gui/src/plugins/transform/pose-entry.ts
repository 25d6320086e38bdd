import { fromRollPitchYaw, pose, rotationOf, toRollPitchYaw, type Pose } from "@orrery/sim";

/**
 * The numbers that can be typed for a thing: its position in the world, in metres, and its rotation there, in degrees.
 */
export const poseFields = ["x", "y", "z", "roll", "pitch", "yaw"] as const;
export type PoseField = (typeof poseFields)[number];

export function isTurn(field: PoseField): boolean {
  return field === "roll" || field === "pitch" || field === "yaw";
}

export function fieldOf(at: Pose, field: PoseField): number {
  if (field === "x" || field === "y" || field === "z") return at[field];
  return tidy((toRollPitchYaw(rotationOf(at))[field] * 180) / Math.PI);
}

export function withField(at: Pose, field: PoseField, value: number): Pose {
  if (field === "x" || field === "y" || field === "z") return { ...at, [field]: value };
  const angles = { ...toRollPitchYaw(rotationOf(at)), [field]: (value * Math.PI) / 180 };
  return pose(at, fromRollPitchYaw(angles.roll, angles.pitch, angles.yaw));
}

/** Returns the common value of several things; `undefined` where they visibly differ. */
export function commonField(poses: readonly Pose[], field: PoseField): number | undefined {
  const [first = 0, ...others] = poses.map((at) => fieldOf(at, field));
  const slack = isTurn(field) ? 5e-3 : 5e-4;
  return others.every((value) => Math.abs(value - first) < slack) ? first : undefined;
}

/**
 * Formats millimetres and hundredths of a degree, which is all there is room for. The exact number is in the field's
 * tooltip.
 */
export function barDigits(value: number | undefined, unit: "m" | "deg"): string | undefined {
  if (value === undefined) return undefined;
  const text = value.toFixed(unit === "m" ? 3 : 2);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** Removes floating-point noise from an angle: 90 and not 90.00000000000001. */
function tidy(angle: number): number {
  const rounded = Number(angle.toFixed(9));
  return Math.abs(rounded - angle) < 1e-9 ? rounded + 0 : angle;
}
