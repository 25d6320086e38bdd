import type { Answer } from "./wire/neighbour.ts";

/** Returns whether an answer is a refusal: an error, or, as in Gazebo, a `gz.msgs.Boolean` that is false. */
export function isRefusal(answer: Answer): boolean {
  if (!answer.ok) return true;
  const { payload } = answer;
  return payload.isOf("gz.msgs.Boolean") && payload.value.data !== true;
}
