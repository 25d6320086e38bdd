export type AngleUnit = "deg" | "rad";

/** Converts radians, also per second, to the reader's unit; other numbers stay unchanged. */
export function inAngles(
  value: number,
  unit: string,
  angles: AngleUnit,
): { readonly value: number; readonly unit: string } {
  if (!isShownInDegrees(unit, angles)) return { value, unit };
  return { value: (value * 180) / Math.PI, unit: unit.replace("rad", "deg") };
}

/** Converts a number that the reader entered back to the component's unit. */
export function fromAngles(shown: number, unit: string, angles: AngleUnit): number {
  return isShownInDegrees(unit, angles) ? (shown * Math.PI) / 180 : shown;
}

function isShownInDegrees(unit: string, angles: AngleUnit): boolean {
  return angles === "deg" && /^rad(\/s²?)?$/.test(unit);
}
