import type { Facts } from "@orrery/sim/host";

/**
 * Returns a field's rank among those of its object: what it is called, then the order that the component declares, long
 * texts last. All others are between, in the order in which they come: by name in values from a stream.
 */
export function fieldRank({ order }: Facts, field: string): number {
  const [first, declared, last] = [FIRST.indexOf(field), order?.indexOf(field) ?? -1, LAST.indexOf(field)];
  if (first >= 0) return first;
  if (declared >= 0) return FIRST.length + declared;
  return last < 0 ? MIDDLE : MIDDLE + 1 + last;
}

const FIRST = ["name", "type", "filename", "uri"];
const LAST = ["from", "settings", "innerXml", "extra", "where"];
/** More than the fields of any component. */
const MIDDLE = 1e6;
