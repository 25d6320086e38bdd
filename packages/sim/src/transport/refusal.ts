import type { gz } from "@orrery/msgs";
import type { Answer } from "./wire/neighbour.ts";

/** Returns whether an answer says no: by an error, or as Gazebo does, by a `gz.msgs.Boolean` that is false. */
export function isRefusal(answer: Answer): boolean {
  if (!answer.ok) return true;
  const { type, value } = answer.payload;
  return type === "gz.msgs.Boolean" && (value as gz.Boolean).data !== true;
}
