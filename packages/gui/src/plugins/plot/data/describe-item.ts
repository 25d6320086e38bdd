import type { orrery } from "@orrery/msgs";
import { curveOfItem } from "@orrery/plots";
import { ITEM_TYPES } from "@orrery/sim";
import type { Described } from "../sources/source.ts";

/** Returns the names of an item's columns; a single number has an empty one. */
export function columnsOf({ type }: Pick<orrery.IntrospectionItem, "type">): readonly string[] {
  return ITEM_TYPES[type as keyof typeof ITEM_TYPES] ?? [""];
}

/** Returns what an item of introspection is, as all plots know it. */
export function describeItem(item: orrery.IntrospectionItem): Described {
  const { name = "", type = "double", units = [], unavailable = "", note = "" } = item;
  const info = curveOfItem(type, units);
  return { name, columns: columnsOf(item), units, info, note: unavailable === "" ? note : unavailable };
}
