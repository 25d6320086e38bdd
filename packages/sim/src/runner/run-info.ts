import type { Nanoseconds } from "../base/time.ts";

/** The state of a run, for messages only: nothing in the world may depend on it. */
export interface RunInfo {
  /**
   * True from the moment it is paused, even before the next pass. A world that makes no step in the pass after a jump
   * is not paused.
   */
  readonly paused: boolean;
  /** Real time for which the world has run. */
  readonly realTimeNs: Nanoseconds;
  /**
   * How many inputs have taken effect in this run, including one that is just taking effect; states carry the same
   * count.
   */
  readonly inputs: number;
}
