import type { MovedBodies } from "./engine.ts";

/** Makes room for `count` records of `record` numbers each. Growing discards the contents. */
export function makeRoom(out: MovedBodies, count: number, record: number): void {
  if (out.slots.length >= count && out.values.length >= count * record) return;
  out.slots = new Int32Array(2 * count);
  out.values = new Float64Array(2 * count * record);
}
