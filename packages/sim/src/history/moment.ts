import type { Nanoseconds } from "../base/time.ts";

/**
 * A point of a line of history: after `tick` steps and the inputs numbered below `sequence`. The world's own step count
 * would not do, because a reset decreases it.
 */
export interface Moment {
  /** Steps made along the line. */
  readonly tick: number;
  /** Inputs with smaller numbers have taken effect. Numbers increase along every line. */
  readonly sequence: number;
  readonly timeNs: Nanoseconds;
}

export function isBefore(a: Moment, b: Moment): boolean {
  return a.tick < b.tick || (a.tick === b.tick && a.sequence < b.sequence);
}

export function isSame(a: Moment, b: Moment): boolean {
  return a.tick === b.tick && a.sequence === b.sequence;
}
