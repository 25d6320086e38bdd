import type { Running } from "./running-system.ts";
import type { SystemSetParts } from "./system-set-parts.ts";
import { phases, type Phase, type Step } from "./system.ts";

/** One pass in this many is timed, because reading the clock costs more than a small system. */
const TIMED_EVERY = 32;
/** The moving average covers about this many samples. */
const SAMPLES = 16;

export interface PhaseLoopOptions {
  readonly parts: Pick<SystemSetParts, "world" | "nowMs" | "activity">;
  /** Called when a system has failed; stops the system. */
  readonly onFailure: (running: Running, phase: Phase, error: unknown) => void;
}

/** Runs the phases of systems, one system after another, and measures their cost. */
export class PhaseLoop {
  readonly #options: PhaseLoopOptions;
  #running: readonly Running[] = [];
  #byPhase: Record<Phase, readonly Running[]> = { preUpdate: [], update: [], postUpdate: [] };
  #passes = 0;
  /** Rejections of phases that returned a promise. They arrive outside any phase. */
  readonly #late: { readonly running: Running; readonly phase: Phase; readonly error: unknown }[] = [];

  constructor(options: PhaseLoopOptions) {
    this.#options = options;
  }

  /** Sets the systems that run from now on, in order. */
  arrange(running: readonly Running[]): void {
    this.#running = running;
    for (const phase of phases) this.#byPhase[phase] = running.filter(({ system }) => system?.[phase] !== undefined);
  }

  run(phase: Phase, step: Step): void {
    const { world, nowMs, activity } = this.#options.parts;
    if (this.#late.length > 0) this.#failLate();
    const isTimed = this.#passes % TIMED_EVERY === 0;
    for (const running of this.#byPhase[phase]) {
      const before = isTimed ? nowMs() : 0;
      activity.system(running.number, phase);
      try {
        const result: unknown = running.system![phase]!(step, world);
        if (result !== undefined) this.#awaitRest(running, phase, result);
      } catch (error) {
        this.#options.onFailure(running, phase, error);
      }
      if (isTimed) running.micros += (nowMs() - before) * 1000;
    }
    activity.system(0, phase);
    if (phase !== "postUpdate") return;
    this.#passes++;
    if (isTimed) this.#averageCosts();
  }

  /** Forgets failures that have not been reported yet: after a jump they have not happened. */
  forgetLate(): void {
    this.#late.length = 0;
  }

  #averageCosts(): void {
    for (const running of this.#running) {
      running.microsPerStep += (running.micros - running.microsPerStep) / SAMPLES;
      running.micros = 0;
    }
  }

  /** Stores the rejection of a phase that returned a promise until the next phase, when its system can be stopped. */
  #awaitRest(running: Running, phase: Phase, rest: unknown): void {
    if (!(rest instanceof Promise)) return;
    rest.catch((error: unknown) => this.#late.push({ running, phase, error }));
  }

  #failLate(): void {
    for (const { running, phase, error } of this.#late.splice(0)) {
      if (running.system !== undefined) this.#options.onFailure(running, phase, error);
    }
  }
}
