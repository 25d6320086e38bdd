import type { Nanoseconds } from "../base/time.ts";
import type { Snapshot } from "../ecs/snapshot.ts";
import type { Keyframe } from "./keyframe.ts";

/** What a history needs of the world that it is about. */
export interface TimelineHost {
  keyframe(): Keyframe;
  /** Components only. */
  snapshot(): Snapshot;
  /** The world is as it was; nobody is told. */
  bringBack(keyframe: Keyframe): void;
  /** Nothing that happens in it is news to anybody outside: it has happened before. */
  replaying(work: () => void): void;
  /** Lets an input take effect as it did. */
  apply(input: unknown): void;
  step(): void;
  /** Called after each step of a replay with the progress, 0 to 1. Throws when somebody has cancelled it. */
  travelled(fraction: number): void;
  /** Does work that cannot be cancelled: it leads back to where a replay began. */
  returning(work: () => void): void;
  /** Tells systems that time has jumped. */
  tellJump(): void;
  /** For `changedSince`. */
  mark(): number;
  changedSince(mark: number): boolean;
  /** The id that the next entity gets. */
  readonly nextId: number;
  readonly timeNs: Nanoseconds;
  /** About what a step takes. */
  readonly stepMs: number;
  /** The host's clock, for spacing only. */
  nowMs(): number;
}
