import type { Answer } from "./wire/neighbour.ts";

/** Returns whether an answer says no: by an error, or as Gazebo does, by a `gz.msgs.Boolean` that is false. */
export function isRefusal(answer: Answer): boolean {
  if (!answer.ok) return true;
  const { payload } = answer;
  return payload.isOf("gz.msgs.Boolean") && payload.value.data !== true;
}
