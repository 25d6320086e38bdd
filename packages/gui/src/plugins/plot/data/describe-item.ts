import type { orrery } from "@orrery/msgs";
import { curveOfItem } from "@orrery/plots";
import { ITEM_TYPES } from "@orrery/sim";
import type { Described } from "../sources/source.ts";

/** Returns the names of an item's columns. A single number has one column with an empty name. */
export function columnsOf({ type }: Pick<orrery.IntrospectionItem, "type">): readonly string[] {
  return ITEM_TYPES[type as keyof typeof ITEM_TYPES] ?? [""];
}

/** Returns the description of an item, in the form that plots use for all things. */
export function describeItem(item: orrery.IntrospectionItem): Described {
  const { name = "", type = "double", units = [], unavailable = "", note = "" } = item;
  const info = curveOfItem(type, units);
  return { name, columns: columnsOf(item), units, info, note: unavailable === "" ? note : unavailable };
}
