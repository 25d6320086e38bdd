import type { Nanoseconds } from "../../base/time.ts";

/**
 * When the schedule is late by more than this, it restarts from now: a machine that was held up does not race to catch
 * up.
 */
const LATE_MS = 100;

/** Works out when the next step is due so that simulated time keeps a ratio to real time. */
export class Pacer {
  #startMs = 0;
  #startNs = 0;
  #factor = 0;

  /** Begins a schedule here and now; a factor of 0 means as fast as possible. */
  start(nowMs: number, simNs: Nanoseconds, factor: number): void {
    this.#startMs = nowMs;
    this.#startNs = simNs;
    this.#factor = factor;
  }

  /**
   * Returns the milliseconds to wait until simulated time, now `simNs`, may move on by `aheadNs`; 0 or less for now.
   */
  waitMs(nowMs: number, simNs: Nanoseconds, factor: number, aheadNs: Nanoseconds = 0): number {
    if (factor === 0) return 0;
    if (factor !== this.#factor || simNs < this.#startNs) this.start(nowMs, simNs, factor);
    const due = this.#startMs + (simNs + aheadNs - this.#startNs) / (1e6 * factor);
    const wait = due - nowMs;
    if (wait < -LATE_MS) this.start(nowMs, simNs, factor);
    return wait;
  }
}

/** Resolves after everything else that is waiting for the thread has had its turn: steps, requests, timers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
