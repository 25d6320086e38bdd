import type { Nanoseconds } from "../../base/time.ts";
import type { Runner } from "../runner.ts";

/** What the pacing of a world depends on. */
export type PacedRunner = Pick<Runner, "state" | "past" | "driver" | "inputs" | "heldMs" | "now">;

/**
 * If the schedule is late by more than this, it restarts from now, so that a machine that was held up does not race to
 * catch up.
 */
const LATE_MS = 100;

/** How often a paused world without requests makes a pass, ms. */
const IDLE_MS = 100;

/** The longest that the thread sleeps while a step waits for a result, ms: the result may be late by that much. */
const HELD_MS = 0.5;

export interface PacerOptions {
  readonly nowMs: number;
  /** The longest time until events of the thread get their turn. */
  readonly breatheMs: number;
}

/** Works out when the next pass of a world is due, so that simulated time keeps a ratio to real time. */
export class Pacer {
  readonly #runner: PacedRunner;
  readonly #breatheMs: number;
  /** The schedule: simulated time was `#startNs` at `#startMs`, and has gone on by this factor since. */
  #startMs = 0;
  #startNs = 0;
  #factor = 0;
  /** When the last pass was made, and when events last had their turn. */
  #passMs = -Infinity;
  #breathedMs: number;
  #wasPaused = true;
  #timelineNumber: number;
  /** How long the next step may still wait for a result; `undefined` when it does not. */
  #heldMs: number | undefined;

  constructor(runner: PacedRunner, { nowMs, breatheMs }: PacerOptions) {
    this.#runner = runner;
    this.#breatheMs = breatheMs;
    this.#breathedMs = nowMs;
    this.#timelineNumber = runner.past.timelineNumber;
  }

  /** Whether no time goes by: the world is paused, or its next step waits for a result. */
  get isStanding(): boolean {
    return this.#wasPaused || this.#heldMs !== undefined;
  }

  /** The real time from step to step, ms; 0 is as fast as possible. */
  get periodMs(): number {
    const { state, driver } = this.#runner;
    return state.targetFactor === 0 ? 0 : (driver.stepSeconds * 1000) / state.targetFactor;
  }

  /** Returns the milliseconds to wait until the next pass; 0 or less for now. */
  waitMs(nowMs: number): number {
    const { state, driver, inputs } = this.#runner;
    const { timeNs } = this.#runner.now();
    this.#noteChanges(nowMs, timeNs);
    if (!this.isStanding) {
      // A step continues from now; a sample of a log belongs to a later moment.
      return this.#stepWaitMs(nowMs, timeNs, state.targetFactor, driver.nextNs - timeNs);
    }
    return inputs.waiting ? 0 : Math.min(this.#passMs + IDLE_MS - nowMs, this.#heldMs ?? Infinity);
  }

  /** Returns how long the thread may sleep at most, given what is left until the next pass. */
  sleepMs(waitMs: number): number {
    return Math.min(waitMs, this.#heldMs === undefined ? this.#breatheMs : HELD_MS);
  }

  /** Notes that a pass was made. */
  passed(nowMs: number): void {
    this.#passMs = nowMs;
  }

  /** Returns whether it is time for the events of the thread. Results of work arrive as such. */
  isBreathDue(nowMs: number): boolean {
    if (this.#heldMs === undefined && nowMs - this.#breathedMs < this.#breatheMs) return false;
    this.#breathedMs = nowMs;
    return true;
  }

  /** Notes whether the world has been paused, resumed, held up or taken to another time. */
  #noteChanges(nowMs: number, timeNs: Nanoseconds): void {
    const { state, past } = this.#runner;
    const { paused, targetFactor } = state;
    // After a jump to a later time, real time would first have to catch up.
    const hasJumped = this.#timelineNumber !== past.timelineNumber;
    if ((this.#wasPaused && !paused) || hasJumped) this.#start(nowMs, timeNs, targetFactor);
    // Viewers learn at once that it has stopped.
    if (!this.#wasPaused && paused) this.#passMs = -Infinity;
    this.#wasPaused = paused;
    this.#timelineNumber = past.timelineNumber;
    this.#heldMs = paused ? undefined : this.#runner.heldMs;
  }

  /** Begins a schedule now; a factor of 0 means as fast as possible. */
  #start(nowMs: number, simNs: Nanoseconds, factor: number): void {
    this.#startMs = nowMs;
    this.#startNs = simNs;
    this.#factor = factor;
  }

  /** Returns the milliseconds to wait until simulated time, now `simNs`, may move on by `aheadNs`. */
  #stepWaitMs(nowMs: number, simNs: Nanoseconds, factor: number, aheadNs: Nanoseconds): number {
    if (factor === 0) return 0;
    if (factor !== this.#factor || simNs < this.#startNs) this.#start(nowMs, simNs, factor);
    const due = this.#startMs + (simNs + aheadNs - this.#startNs) / (1e6 * factor);
    const wait = due - nowMs;
    if (wait < -LATE_MS) this.#start(nowMs, simNs, factor);
    return wait;
  }
}
