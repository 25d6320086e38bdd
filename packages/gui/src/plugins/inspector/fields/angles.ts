export type AngleUnit = "deg" | "rad";

/** A number of radians (a second) as the reader wants it; all others stay. */
export function inAngles(
  value: number,
  unit: string,
  angles: AngleUnit,
): { readonly value: number; readonly unit: string } {
  if (!isShownInDegrees(unit, angles)) return { value, unit };
  return { value: (value * 180) / Math.PI, unit: unit.replace("rad", "deg") };
}

/** Back again: what the reader entered, in the unit that the component has. */
export function fromAngles(shown: number, unit: string, angles: AngleUnit): number {
  return isShownInDegrees(unit, angles) ? (shown * Math.PI) / 180 : shown;
}

function isShownInDegrees(unit: string, angles: AngleUnit): boolean {
  return angles === "deg" && /^rad(\/s²?)?$/.test(unit);
}
