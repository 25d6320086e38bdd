import type { Entity } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import { formatNumber } from "../../ui/numbers/number-format.ts";
import type { Measure } from "./measure-kinds.ts";

/** Returns the names of what is measured: "vehicle to cone_1"; one name if all its points are on one thing. */
export function namesOf(measure: Measure, nameOf: (entity: Entity | undefined) => string): string {
  switch (measure.type) {
    case "distance":
      return joined([measure.from.entity, measure.to.entity].map(nameOf));
    case "angle":
      return joined([measure.from.entity, measure.vertex.entity, measure.to.entity].map(nameOf));
    case "edge":
      return joined([nameOf(measure.entity)]);
    case "objects":
      return joined([measure.from, measure.to].map(nameOf));
    default:
      return assertNever(measure);
  }
}

/**
 * Joins names. Uses model names only, where these are enough to tell things apart: "large to small" for
 * `large::link::visual` and `small::link::visual`.
 */
function joined(names: readonly string[]): string {
  const models = names.map((name) => name.split("::", 1)[0]!);
  const shown = new Set(models).size === new Set(names).size ? models : names;
  return shown.every((name) => name === shown[0]) ? shown[0]! : shown.join(" to ");
}

/**
 * Formats a length such as "1.25 m", like fields of the page. In a list of lengths, only the last one needs its unit.
 */
export function lengthText(metres: number, hasUnit = true): string {
  return `${formatNumber(rounded(metres, 6))}${hasUnit ? " m" : ""}`;
}

/** Formats an angle such as "45°". */
export function angleText(radians: number): string {
  const degrees = rounded((radians * 180) / Math.PI, 4);
  return `${Number.isInteger(degrees) ? degrees : degrees.toFixed(2)}°`;
}

/** Removes the noise of triangles, which are in single precision. */
function rounded(value: number, digits: number): number {
  const near = Number(value.toFixed(digits));
  return near === 0 ? 0 : near;
}
