import type { Nanoseconds } from "../base/time.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import type { Replay } from "../base/replay.ts";
import type { Keyframe } from "./keyframe.ts";

/** What a history needs from its world. */
export interface TimelineHost {
  readonly replay: Replay;
  keyframe(): Keyframe;
  /** Copies only the components. */
  snapshot(): Snapshot;
  /** Restores the world to a keyframe without publishing anything. */
  bringBack(keyframe: Keyframe): void;
  /** Runs work whose events are not published, because they have happened before. */
  replaying(work: () => void): void;
  /** Applies an input again. Reports if it is refused now but was not originally, or the reverse. */
  apply(input: unknown, then: { readonly wasRefused: boolean }): void;
  step(): void;
  /** Records the progress of a replay, 0 to 1; called after each step. Throws if somebody has cancelled it. */
  travelled(fraction: number): void;
  /** Does work that cannot be cancelled, because it leads back to where a replay began. */
  returning(work: () => void): void;
  /** Notifies systems of a jump in time. */
  notifyJump(): void;
  /** Returns a mark for `changedSince`. */
  mark(): number;
  changedSince(mark: number): boolean;
  /** How many inputs have taken effect in this run, including one that is just taking effect. */
  readonly inputCount: number;
  /** The id that the next entity will get. */
  readonly nextId: number;
  readonly timeNs: Nanoseconds;
  /** Estimated duration of a step. */
  readonly stepMs: number;
  /** Reads the host's clock, which is used only for spacing keyframes. */
  nowMs(): number;
}
