import type { Nanoseconds } from "../base/time.ts";

/**
 * A point of a line of history: after so many steps and so many inputs. The world's own count of steps would not do: resets
 * take it back.
 */
export interface Moment {
  /** Steps made along the line. */
  readonly tick: number;
  /** Of inputs, those of a smaller number have taken effect. Numbers go up along every line. */
  readonly sequence: number;
  readonly timeNs: Nanoseconds;
}

export function isBefore(a: Moment, b: Moment): boolean {
  return a.tick < b.tick || (a.tick === b.tick && a.sequence < b.sequence);
}

export function isSame(a: Moment, b: Moment): boolean {
  return a.tick === b.tick && a.sequence === b.sequence;
}
