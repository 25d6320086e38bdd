import type { Nanoseconds } from "@orrery/sim";
import { timeText } from "../../ui/numbers/time-text.ts";

/** Returns the text of an empty timeline; `waiting` edits may still be applied. */
export function bareText(waiting: number, refusal?: string): string {
  if (waiting === 0) {
    return `Nothing has been done yet. Commands appear here as marks; ${
      refusal === undefined ? "drag the cursor to go back in time." : `you cannot go back in time: ${refusal}.`
    }`;
  }
  const [subject, verb] =
    waiting === 1 ? ["1 edit waits", "becomes a mark"] : [`${waiting} edits wait`, "become marks"];
  return `${subject} for play, and then ${verb} here. Nothing else has been done yet.`;
}

/** Returns which moment of the past is shown, and what Run would do. */
export function pastBarText(nowNs: Nanoseconds, aheadNs: Nanoseconds): string {
  // After a reset of the clock the two times cannot be compared.
  const back = aheadNs > nowNs ? `, ${timeText(aheadNs - nowNs, 1)} back` : "";
  return `In the past: ${timeText(nowNs, 1)}${back}. Run begins a branch`;
}
