import { SECOND } from "../../base/time.ts";
import type { Step } from "./system.ts";

/**
 * Returns whether a step completes another period of a rate in Hz, counted from time zero; every step does when the
 * rate is not above zero. Depends on the clock alone, so it needs no memory and a jump in time cannot confuse it.
 */
export function isDue(rateHz: number, { timeNs, dtNs, paused }: Step): boolean {
  if (paused) return false;
  if (!(rateHz > 0)) return true;
  const period = SECOND / rateHz;
  return Math.floor(timeNs / period) > Math.floor((timeNs - dtNs) / period);
}
