import { nameOf, type Described } from "./sources/source.ts";
import type { CurveState } from "./plot-state.ts";

/** Returns the name of a curve for people: `vehicle::chassis::pose.x`. */
export function curveName(
  { key, column }: Pick<CurveState, "key" | "column">,
  described: Pick<Described, "name" | "columns"> | undefined,
): string {
  const { name = nameOf(key), columns = [] } = described ?? {};
  const columnName = columns[column] ?? "";
  return columnName === "" ? name : `${name}.${columnName}`;
}

/** Returns the unit of a column: its own one, or the one that all columns share. */
export function unitOf(described: Pick<Described, "units"> | undefined, column: number): string {
  const { units = [] } = described ?? {};
  return units[column] ?? (units.length === 1 ? units[0]! : "");
}
