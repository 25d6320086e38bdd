import type { orrery } from "@orrery/msgs";
import type { IntrospectionManager } from "../introspection/manager.ts";

/** Items that one replay samples. */
const MOST_ITEMS = 1000;

/**
 * Describes requested items: those that cannot be replayed with the reason. An item that there is not now may have been
 * there before, so it is replayed.
 */
export function describeForReplay(
  names: readonly string[],
  manager: Pick<IntrospectionManager, "find">,
): orrery.IntrospectionItem[] {
  let count = 0;
  return names.map((name) => {
    const { type = "double", units = [], unavailable = "", note = "", isLive = false } = manager.find(name) ?? {};
    const item = { name, type, units, note, live: isLive };
    if (unavailable !== "") return { ...item, unavailable };
    if (isLive) return { ...item, unavailable: "it depends on the host's clock, so it has no past" };
    if (++count <= MOST_ITEMS) return { ...item, unavailable: "" };
    return { ...item, unavailable: `a replay has at most ${MOST_ITEMS} items; ask for this one in another replay` };
  });
}
