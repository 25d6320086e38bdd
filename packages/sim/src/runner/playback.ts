import type { Nanoseconds } from "../base/time.ts";
import type { Asker, PastView } from "../history/past-view.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { RunState } from "./run-state.ts";
import type { Step } from "./systems/system.ts";

/** A log in the place of a world's clock and physics: it writes all components, sample by sample. */
export interface Playback extends PastView {
  /** Writes the first sample into an empty world. */
  begin(world: World, root: Entity): void;
  /** Simulated time of the next sample; the present time if the next sample follows a jump, or if there is none. */
  readonly nextNs: Nanoseconds;
  /**
   * Writes the next sample, and returns the pass that begins with it. Pauses at the end; the next call then starts from
   * the beginning.
   */
  advance(state: RunState): Step;
  /** Goes to the first sample. */
  rewind(asker: Asker): void;
  /** Goes back by this many samples, or to the first. */
  stepBack(samples: number, asker: Asker): void;
}

/** The reason why nothing in a log can be changed. */
export const LOG_REFUSAL = "this is a log being played back: it can be viewed, but not changed";
