import { BODY_RECORD, JOINT_RECORD, type MovedBodies } from "../engine.ts";
import { makeRoom } from "../make-room.ts";
import { JOINT_NUMBERS, RECORD } from "./joints/joint-table.ts";
import type { RapierScene } from "./scene.ts";

/**
 * Writes records of the bodies that moved since the last call and returns their number. They are not reported again.
 */
export function readMovedBodies({ reader, moved }: RapierScene, out: MovedBodies): number {
  const { count } = moved;
  if (count === 0) return 0;
  makeRoom(out, count, BODY_RECORD);
  const { slots, values } = out;
  reader.begin();
  for (let i = 0; i < count; i++) {
    const slot = moved.at(i);
    slots[i] = slot;
    reader.read(slot, values, i * BODY_RECORD);
  }
  moved.clear();
  return count;
}

/** Does the same for joints. Call `updateJoints` first. */
export function readMovedJoints({ joints, movedJoints }: RapierScene, out: MovedBodies): number {
  const { count } = movedJoints;
  if (count === 0) return 0;
  makeRoom(out, count, JOINT_RECORD);
  const { slots, values } = out;
  const { numbers } = joints;
  for (let i = 0; i < count; i++) {
    const slot = movedJoints.at(i);
    const record = slot * JOINT_NUMBERS + RECORD;
    slots[i] = slot;
    for (let k = 0; k < JOINT_RECORD; k++) values[i * JOINT_RECORD + k] = numbers[record + k]!;
  }
  movedJoints.clear();
  return count;
}
