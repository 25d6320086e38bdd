import type { orrery } from "@orrery/msgs";
import { curveOfItem } from "@orrery/plots";
import { columnsOf } from "@orrery/sim";
import type { Described } from "../sources/source.ts";

/** Returns the description of an item, in the form that plots use for all things. */
export function describeItem(item: orrery.IntrospectionItem): Described {
  const { name = "", type = "double", units = [], unavailable = "", note = "" } = item;
  const info = curveOfItem(type, units);
  return { name, columns: columnsOf(type), units, info, note: unavailable === "" ? note : unavailable };
}
