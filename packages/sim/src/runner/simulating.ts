import type { Log } from "../base/log.ts";
import type { Nanoseconds } from "../base/time.ts";
import { PhysicsSettings } from "../components/physics.ts";
import { SimClock } from "../components/simulation.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Asker } from "../history/past-view.ts";
import type { Timeline } from "../history/timeline.ts";
import { stepSizeProblem } from "../scene/step-size.ts";
import type { Beginning } from "./beginning.ts";
import type { Driver, ResetScope } from "./driver.ts";
import type { RunState } from "./run-state.ts";
import { advanceClock } from "./sim-clock.ts";
import type { Simulation } from "./simulation.ts";
import { reseed } from "./systems/random-stream.ts";
import type { Step } from "./systems/system.ts";

export interface SimulatingParts {
  readonly simulation: Simulation;
  readonly timeline: Timeline;
  readonly beginning: Beginning;
  readonly log: Log;
}

/** Drives a world by its own clock; its past is its own history. */
export class Simulating implements Driver {
  readonly past: Timeline;
  readonly refusal = undefined;
  readonly #simulation: Simulation;
  readonly #beginning: Beginning;
  readonly #log: Log;

  constructor({ simulation, timeline, beginning, log }: SimulatingParts) {
    this.past = timeline;
    this.#simulation = simulation;
    this.#beginning = beginning;
    this.#log = log;
  }

  get nextNs(): Nanoseconds {
    return this.#simulation.timeNs;
  }

  get stepSeconds(): number {
    const { world, root } = this.#simulation;
    const seconds = world.get(root, PhysicsSettings)?.maxStepSize ?? 0;
    return stepSizeProblem(seconds) === undefined ? seconds : 0;
  }

  advance(state: RunState): Step {
    const { world, root } = this.#simulation;
    return advanceClock(world, root, state, this.#log);
  }

  reset(what: ResetScope, asker: Asker): void {
    const { world, root } = this.#simulation;
    const clock = world.get(root, SimClock)!;
    if (what !== "time") this.#beginning.goBack();
    world.set(root, SimClock, what === "models" ? clock : SimClock.initial());
    this.#simulation.notifyJump();
    this.past.noteReset(asker, clock.timeNs, what === "time" ? Infinity : this.#beginning.nextId);
  }

  resetOnRequest(what: ResetScope, label: CommandLabel, seed: number): void {
    const { world, root } = this.#simulation;
    this.past.perform(label, () => {
      this.reset(what, label);
      if (seed !== 0) reseed(world, root, seed);
    });
  }
}
