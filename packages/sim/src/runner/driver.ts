import type { Nanoseconds } from "../base/time.ts";
import type { Asker, PastView } from "../history/past-view.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { RunState } from "./run-state.ts";
import type { Step } from "./systems/system.ts";

/** What a reset brings back: everything, only the clock, or all but the clock. */
export type ResetScope = "all" | "time" | "models";

/** Moves a world on in time: by its own clock and physics (`Simulating`), or by the samples of a log (`Playing`). */
export interface Driver {
  /** The past that people see and move in. */
  readonly past: PastView;
  /** Why nobody can change the world; `undefined` when everybody may. */
  readonly refusal: string | undefined;
  /** Simulated time that must be reached before the next step; the present time if the step continues from now. */
  readonly nextNs: Nanoseconds;
  /** Simulated seconds from step to step; 0 if it varies. */
  readonly stepSeconds: number;
  /** Moves the clock on, unless the world is paused, and returns the pass that begins. */
  advance(state: RunState): Step;
  /** Returns to the moment at which the world was loaded. */
  reset(what: ResetScope, asker: Asker): void;
  /** Does the same on request: as a command if commands are listed. With a seed, random streams restart from it. */
  resetOnRequest(what: ResetScope, label: CommandLabel, seed: number): void;
}
