import { timeText as textOf } from "@orrery/plots";
import { toSeconds, type Nanoseconds } from "@orrery/sim";

/** Returns a text such as "94.6 s" for a past moment. It is rounded, while a running clock is truncated. */
export function timeText(timeNs: Nanoseconds, decimals = 3): string {
  return textOf(toSeconds(timeNs), decimals);
}
