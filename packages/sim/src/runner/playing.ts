import type { Nanoseconds } from "../base/time.ts";
import type { Asker, PastView } from "../history/past-view.ts";
import type { Timeline } from "../history/timeline.ts";
import type { Driver, ResetScope } from "./driver.ts";
import { LOG_REFUSAL, type Playback } from "./playback.ts";
import type { RunState } from "./run-state.ts";
import { offerPlayback } from "./services/playback-service.ts";
import { readClock } from "./sim-clock.ts";
import type { Simulation } from "./simulation.ts";
import type { Step } from "./systems/system.ts";

export interface PlayingParts {
  readonly playback: Playback;
  readonly simulation: Simulation;
  readonly timeline: Timeline;
  readonly state: RunState;
}

/** Drives a world by the samples of a log: everything can be viewed, nothing changed. */
export class Playing implements Driver {
  readonly refusal = LOG_REFUSAL;
  readonly stepSeconds = 0;
  readonly #playback: Playback;
  readonly #simulation: Simulation;

  constructor({ playback, simulation, timeline, state }: PlayingParts) {
    this.#playback = playback;
    this.#simulation = simulation;
    timeline.refusal = this.refusal;
    playback.begin(simulation.world, simulation.root);
    playback.jumps.on(() => simulation.notifyJump());
    offerPlayback(playback, { node: simulation.node("playback"), prefix: simulation.topicPrefix, state });
  }

  get past(): PastView {
    return this.#playback;
  }

  get nextNs(): Nanoseconds {
    return this.#playback.nextNs;
  }

  advance(state: RunState): Step {
    const { world, root } = this.#simulation;
    return state.paused ? readClock(world, root) : this.#playback.advance(state);
  }

  reset(_what: ResetScope, asker: Asker): void {
    this.#playback.rewind(asker);
  }

  /** Goes to the log's beginning, which changes nothing. */
  resetOnRequest(what: ResetScope, asker: Asker): void {
    this.reset(what, asker);
  }
}
