import type { orrery } from "@orrery/msgs";
import { itemMessage } from "../introspection/item-message.ts";
import type { IntrospectionManager } from "../introspection/manager.ts";

/** How many items one replay samples. */
const MAX_ITEMS = 1000;

/**
 * Describes requested items. Those that cannot be replayed have the reason. An item that does not exist now may have
 * existed before, so it is replayed.
 */
export function describeForReplay(
  names: readonly string[],
  manager: Pick<IntrospectionManager, "find">,
): orrery.IntrospectionItem[] {
  let count = 0;
  return names.map((name) => {
    const item = itemMessage(manager.find(name) ?? { name, type: "double", units: [] });
    if (item.unavailable !== "") return item;
    if (item.live === true) return { ...item, unavailable: "it depends on the host's clock, so it has no past" };
    if (++count <= MAX_ITEMS) return item;
    return { ...item, unavailable: `a replay has at most ${MAX_ITEMS} items; ask for this one in another replay` };
  });
}
