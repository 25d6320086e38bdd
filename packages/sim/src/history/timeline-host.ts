import type { Nanoseconds } from "../base/time.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import type { Replay } from "../base/replay.ts";
import type { Keyframe } from "./keyframe.ts";

/** What a history needs from its world. */
export interface TimelineHost {
  readonly replay: Replay;
  keyframe(): Keyframe;
  /** Copies the components only. */
  snapshot(): Snapshot;
  /** Restores the world to a keyframe without publishing anything. */
  bringBack(keyframe: Keyframe): void;
  /** Runs work whose events are not published: they have happened before. */
  replaying(work: () => void): void;
  /**
   * Applies an input again, as it took effect then. Reports when it is refused now but was not then, or the reverse.
   */
  apply(input: unknown, then: { readonly wasRefused: boolean }): void;
  step(): void;
  /** Notes the progress of a replay, 0 to 1; called after each step. Throws when somebody has cancelled it. */
  travelled(fraction: number): void;
  /** Does work that cannot be cancelled: it leads back to where a replay began. */
  returning(work: () => void): void;
  /** Tells systems that time has jumped. */
  tellJump(): void;
  /** Returns a mark for `changedSince`. */
  mark(): number;
  changedSince(mark: number): boolean;
  /** How many inputs have taken effect in this run, the one that is taking effect included. */
  readonly inputCount: number;
  /** The id that the next entity gets. */
  readonly nextId: number;
  readonly timeNs: Nanoseconds;
  /** Estimated time that a step takes. */
  readonly stepMs: number;
  /** Reads the host's clock, which is used for spacing only. */
  nowMs(): number;
}
