import type { Nanoseconds } from "../base/time.ts";

/** What a replay samples, and of which part of the past. */
export interface ReplayWishes {
  readonly items: readonly string[];
  readonly every: number;
  /** Ids of stretches. If empty, all are replayed, those of the present line first. */
  readonly stretches: readonly string[];
  /** Simulated time. */
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
  /** The part that is replayed first. */
  readonly focus: ReplayFocus | undefined;
  /** Whether an overview comes first, with one sample after each keyframe. */
  readonly isCoarse: boolean;
}

/** The part of the past that somebody looks at. */
export interface ReplayFocus {
  /** Ids of stretches; if empty, those of the present line. */
  readonly stretches: readonly string[];
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
}
