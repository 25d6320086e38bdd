import { BODY_RECORD, type MovedBodies } from "../engine.ts";
import { makeRoom } from "../make-room.ts";
import { readRecord } from "./read.ts";
import type { MujocoWorld } from "./world.ts";

/**
 * Writes records of the bodies that moved since the last call and returns their number. They are not reported again.
 */
export function readMoved(world: MujocoWorld, out: MovedBodies): number {
  const model = world.current();
  const { touched } = world;
  if (!world.hasMoved && touched.count === 0) return 0;
  const { views, slots, indexes } = model;
  makeRoom(out, slots.length + touched.count, BODY_RECORD);
  let count = 0;
  if (world.hasMoved) {
    for (let i = 0; i < slots.length; i++) {
      if (model.isStill(i) && !touched.has(slots[i]!)) continue;
      out.slots[count] = slots[i]!;
      readRecord(model, views, i, out.values, count++ * BODY_RECORD);
    }
  }
  for (let i = 0; i < touched.count; i++) {
    const slot = touched.at(i);
    const index = indexes[slot] ?? -1;
    if (index >= 0 && world.hasMoved) continue;
    out.slots[count] = slot;
    if (index >= 0) readRecord(model, views, index, out.values, count * BODY_RECORD);
    else world.read(world.scene.bodyAt(slot).id, out.values.subarray(count * BODY_RECORD));
    count++;
  }
  world.hasMoved = false;
  touched.clear();
  return count;
}
