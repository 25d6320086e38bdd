import { nameOf, type Described } from "./sources/source.ts";
import type { CurveState } from "./plot-state.ts";

/** Returns the name of a curve for people: `vehicle::chassis::pose.x`, or `vehicle::chassis::pose.x · before`. */
export function curveName(
  { key, column }: Pick<CurveState, "key" | "column">,
  described: Pick<Described, "name" | "columns" | "run"> | undefined,
): string {
  const { name = nameOf(key), columns = [], run } = described ?? {};
  const columnName = columns[column] ?? "";
  return `${name}${columnName === "" ? "" : `.${columnName}`}${run === undefined ? "" : ` · ${run}`}`;
}

/** Returns the unit of a column: its own one, or the one that all columns share. */
export function unitOf(described: Pick<Described, "units"> | undefined, column: number): string {
  const { units = [] } = described ?? {};
  return units[column] ?? (units.length === 1 ? units[0]! : "");
}
