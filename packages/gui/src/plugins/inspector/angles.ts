import { toRollPitchYaw, type Quat } from "@orrery/sim";

export type AngleUnit = "deg" | "rad";

/** A number of radians (a second) as the reader wants it; all others stay. */
export function inAngles(
  value: number,
  unit: string,
  angles: AngleUnit,
): { readonly value: number; readonly unit: string } {
  if (angles === "rad" || !/^rad(\/s²?)?$/.test(unit)) return { value, unit };
  return { value: degrees(value), unit: unit.replace("rad", "deg") };
}

/** Roll, pitch and yaw of a quaternion. */
export function rollPitchYaw(
  [x, y, z, w]: readonly [number, number, number, number],
  angles: AngleUnit,
): readonly number[] {
  const q: Quat = { x, y, z, w };
  const { roll, pitch, yaw } = toRollPitchYaw(q);
  return angles === "rad" ? [roll, pitch, yaw] : [degrees(roll), degrees(pitch), degrees(yaw)];
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
