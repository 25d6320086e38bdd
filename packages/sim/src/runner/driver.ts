import type { Nanoseconds } from "../base/time.ts";
import type { Asker, PastView } from "../history/past-view.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { RunState } from "./run-state.ts";
import type { Step } from "./systems/system.ts";

/** What a reset restores: everything, only the clock, or everything except the clock. */
export type ResetScope = "all" | "time" | "models";

/** Advances a world in time: by its own clock and physics (`Simulating`), or by the samples of a log (`Playing`). */
export interface Driver {
  /** The past that people see and move in. */
  readonly past: PastView;
  /** Why nobody can change the world; `undefined` if it can be changed. */
  readonly refusal: string | undefined;
  /** The simulated time that must be reached before the next step; the present time if the step continues from now. */
  readonly nextNs: Nanoseconds;
  /** Simulated seconds per step; 0 if that varies. */
  readonly stepSeconds: number;
  /** Advances the clock, unless the world is paused, and returns the pass that begins. */
  advance(state: RunState): Step;
  /** Returns to the moment at which the world was loaded. */
  reset(what: ResetScope, asker: Asker): void;
  /** Resets on request: as a command, if commands are listed. With a seed, random streams restart from it. */
  resetOnRequest(what: ResetScope, label: CommandLabel, seed: number): void;
}
