import { formatNumber } from "../../ui/number-format.ts";

/** "1.25 m", as fields of the page have it. Of several in a row only the last one needs its unit. */
export function lengthText(metres: number, hasUnit = true): string {
  return `${formatNumber(rounded(metres, 6))}${hasUnit ? " m" : ""}`;
}

/** "45°". */
export function angleText(radians: number): string {
  const degrees = rounded((radians * 180) / Math.PI, 4);
  return `${Number.isInteger(degrees) ? degrees : degrees.toFixed(2)}°`;
}

/** Without the noise of triangles, which have single precision. */
function rounded(value: number, digits: number): number {
  const near = Number(value.toFixed(digits));
  return near === 0 ? 0 : near;
}
