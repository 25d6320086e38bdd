import type { orrery } from "@orrery/msgs";
import { ITEM_TYPES } from "@orrery/sim";
import type { CurveState } from "./plot-state.ts";

/** Returns the names of an item's columns; a single number has an empty one. */
export function columnsOf(item: Pick<orrery.IntrospectionItem, "type"> | undefined): readonly string[] {
  return ITEM_TYPES[item?.type as keyof typeof ITEM_TYPES] ?? [""];
}

/** Returns the name of a curve for people: `vehicle::chassis::pose.x`. */
export function curveName(
  { item, column }: Pick<CurveState, "item" | "column">,
  described: orrery.IntrospectionItem | undefined,
): string {
  const name = columnsOf(described)[column] ?? "";
  return name === "" ? item : `${item}.${name}`;
}

/** Returns the unit of a column: its own, or that of all. */
export function unitOf(described: orrery.IntrospectionItem | undefined, column: number): string {
  const { units = [] } = described ?? {};
  return units[column] ?? (units.length === 1 ? units[0]! : "");
}
