import { SECOND } from "../../base/time.ts";
import type { Step } from "../../runner/system.ts";

/**
 * Whether something that happens so many times a second of simulated time happens in this step; every step at 0. Follows from the
 * clock alone, so there is nothing to save, and the average is exact.
 */
export function isDue({ timeNs, dtNs }: Step, hz: number): boolean {
  return hz <= 0 || countAt(timeNs, hz) > countAt(timeNs - dtNs, hz);
}

function countAt(timeNs: number, hz: number): number {
  return Math.floor((timeNs * hz) / SECOND);
}
