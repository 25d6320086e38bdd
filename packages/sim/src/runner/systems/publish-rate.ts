import { SECOND } from "../../base/time.ts";
import type { Step } from "./system.ts";

/**
 * Returns whether a step completes another period of a rate in Hz, counted from time zero; always true if the rate is
 * not above zero. Depends only on the clock, so it needs no memory and works across jumps in time.
 */
export function isDue(rateHz: number, { timeNs, dtNs, paused }: Step): boolean {
  if (paused) return false;
  if (!(rateHz > 0)) return true;
  const period = SECOND / rateHz;
  return Math.floor(timeNs / period) > Math.floor((timeNs - dtNs) / period);
}
