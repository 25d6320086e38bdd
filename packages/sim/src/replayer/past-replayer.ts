import type { ReplaySink } from "./replay.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";

/** Replays a past: that of a live world, or a recorded one. */
export interface PastReplayer {
  /** Loads what replays need. Rejects with the reason if that fails. */
  prepare(): Promise<void>;
  /** Begins a replay. If there are several, only one may continue at a time. */
  begin(wishes: ReplayWishes, sink: ReplaySink): Promise<RunningReplay>;
}

/** A replay that is under way. */
export interface RunningReplay extends Disposable {
  /** Whether it still lacks a part that somebody looks at, or an overview. */
  readonly isUrgent: boolean;
  /** Gives priority to the part that somebody looks at now. */
  look(focus: ReplayFocus): void;
  /** Continues until it is interrupted. Returns whether anything is left to do. */
  goOn(isInterrupted: () => boolean): Promise<boolean>;
}
