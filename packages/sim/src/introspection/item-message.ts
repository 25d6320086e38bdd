import type { orrery } from "@orrery/msgs";
import type { ItemInfo } from "./item.ts";

/** Makes the message that describes an item. */
export function itemMessage(info: ItemInfo): orrery.IntrospectionItem {
  const { name, type, units, unavailable = "", note = "", isLive = false } = info;
  return { name, type, units, unavailable, note, live: isLive };
}
