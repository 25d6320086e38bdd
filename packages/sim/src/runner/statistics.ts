import type { Nanoseconds } from "../base/time.ts";
import type { Step } from "./systems/system.ts";

/** The factor is an average over at least this many milliseconds. */
const WINDOW_MS = 500;

/** Measures how fast the simulation runs, by the host's clock. For people only: nothing here may reach the world. */
export class Statistics {
  /** Milliseconds of real time while the world was running, and while it was paused. */
  runningMs = 0;
  pausedMs = 0;
  realTimeFactor = 0;
  /** Steps made, and the time simulated in them, whatever resets and jumps do to the clock. */
  steps = 0;
  simulatedNs: Nanoseconds = 0;
  readonly #nowMs: () => number;
  #lastMs: number;
  #windowMs: number;
  #windowNs: Nanoseconds = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#lastMs = this.#windowMs = nowMs();
  }

  /** Counts a pass. Must be called after each pass. */
  note({ dtNs, paused }: Pick<Step, "dtNs" | "paused">): void {
    const now = this.#nowMs();
    if (!paused) this.steps++;
    this.simulatedNs += dtNs;
    if (paused) this.pausedMs += now - this.#lastMs;
    else this.runningMs += now - this.#lastMs;
    this.#lastMs = now;
    const elapsed = now - this.#windowMs;
    if (!paused && elapsed < WINDOW_MS) return;
    // Not from the simulated clock, which jumps.
    this.realTimeFactor = paused || elapsed === 0 ? 0 : (this.simulatedNs - this.#windowNs) / 1e6 / elapsed;
    this.#windowMs = now;
    this.#windowNs = this.simulatedNs;
  }
}
