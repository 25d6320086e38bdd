import type { Allowance } from "./caller-accounts.ts";

/**
 * Determines how much time a pass may spend on inputs: the time left until the next step is due, and always a small
 * share, even if steps take all of it.
 */
export class InputAllowance {
  /** Moving average of the duration of a pass without its inputs, ms. */
  #stepMs = 0;
  #paused = true;

  /**
   * Returns the allowance of a pass. `periodMs` is the real time per step; 0 means as fast as possible. `waitMs` is the
   * time until the next step is due, below 0 if it is late.
   */
  of({ periodMs, waitMs, paused }: Schedule): Allowance {
    this.#paused = paused;
    if (paused) return { budgetMs: PAUSED_MS, share: 1, paused };
    const leastMs = MIN_SHARE * Math.max(this.#stepMs, periodMs, SHORTEST_MS);
    const spareMs = Math.max(0, periodMs - this.#stepMs) * MAX_SHARE;
    return {
      budgetMs: Math.max(leastMs, Math.min(spareMs, periodMs + waitMs - this.#stepMs)),
      share: Math.max(MIN_SHARE, periodMs === 0 ? 0 : spareMs / periodMs),
      paused,
    };
  }

  /** Records how long a pass took without its inputs, ms. */
  note(ms: number): void {
    if (!this.#paused) this.#stepMs += (ms - this.#stepMs) / SAMPLES;
  }
}

export interface Schedule {
  readonly periodMs: number;
  readonly waitMs: number;
  readonly paused: boolean;
}

/** The rest is for work that the clock does not measure, and for the main thread on a busy machine. */
const MAX_SHARE = 0.8;
const MIN_SHARE = 0.1;
/** Budget of a paused world: short enough that it keeps making passes and stays responsive. */
const PAUSED_MS = 50;
const SAMPLES = 16;
/** The shortest assumed pass, for clocks that are too coarse to measure one. */
const SHORTEST_MS = 0.01;
