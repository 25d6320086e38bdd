import type { Nanoseconds } from "../base/time.ts";

/** What to sample of the past. */
export interface ReplayWishes {
  readonly items: readonly string[];
  readonly every: number;
  /** Stretches by id; empty: all, those of the present line first. */
  readonly stretches: readonly string[];
  /** Simulated time. */
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
  /** What is replayed first. */
  readonly focus: ReplayFocus | undefined;
  /** Whether one sample of each keyframe comes first. */
  readonly isCoarse: boolean;
}

/** The part of the past that somebody looks at. */
export interface ReplayFocus {
  /** Empty: those of the present line. */
  readonly stretches: readonly string[];
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
}
