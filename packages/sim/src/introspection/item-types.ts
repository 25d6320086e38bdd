import type { gz } from "@orrery/msgs";
import { assertNever } from "../base/assert-never.ts";

/** The types that items can have, with the names of their columns. The column of a single number has no name. */
export const ITEM_TYPES = {
  double: [""],
  int32: [""],
  bool: [""],
  vector3d: ["x", "y", "z"],
  quaternion: ["x", "y", "z", "w"],
  pose3d: ["x", "y", "z", "qx", "qy", "qz", "qw"],
} as const;

export type ItemType = keyof typeof ITEM_TYPES;

/** Returns the names of the columns of a type; of an unknown one, that of a single number. */
export function columnsOf(type: string): readonly string[] {
  return Object.hasOwn(ITEM_TYPES, type) ? ITEM_TYPES[type as ItemType] : ITEM_TYPES.double;
}

/** Makes Gazebo's message of a value. It is empty if there is no value, which is so if the first column is NaN. */
export function anyOf(type: ItemType, values: Float64Array, at: number): gz.Any {
  const value = (column: number): number => values[at + column]!;
  if (Number.isNaN(value(0))) return { type: "NONE" };
  switch (type) {
    case "double":
      return { type: "DOUBLE", double_value: value(0) };
    case "int32":
      // Counts of steps outgrow 32 bits within weeks.
      return Math.abs(value(0)) < 0x8000_0000
        ? { type: "INT32", int_value: value(0) }
        : { type: "DOUBLE", double_value: value(0) };
    case "bool":
      return { type: "BOOLEAN", bool_value: value(0) !== 0 };
    case "vector3d":
      return { type: "VECTOR3D", vector3d_value: { x: value(0), y: value(1), z: value(2) } };
    case "quaternion":
      return { type: "QUATERNIOND", quaternion_value: { x: value(0), y: value(1), z: value(2), w: value(3) } };
    case "pose3d":
      return {
        type: "POSE3D",
        pose3d_value: {
          position: { x: value(0), y: value(1), z: value(2) },
          orientation: { x: value(3), y: value(4), z: value(5), w: value(6) },
        },
      };
    default:
      return assertNever(type);
  }
}
