/** Passes at most `hz` messages per second on average, evenly spread. */
export class RateLimit {
  readonly #periodMs: number;
  #nextMs = -Infinity;
  #lastMs = -Infinity;

  constructor(hz: number) {
    this.#periodMs = 1000 / hz;
  }

  /**
   * Returns whether a message may pass. `early` says that it has passed a limit at its sender already. Transport adds
   * jitter, so it may arrive up to half a period early; refusing those would halve the rate.
   */
  accept(nowMs: number, early: boolean): boolean {
    // Otherwise, after a jump back in time, the next allowed moment would be far in the future.
    if (nowMs < this.#lastMs) this.#nextMs = -Infinity;
    const allowedMs = this.#nextMs - (early ? this.#periodMs / 2 : 0);
    if (nowMs + ROUNDING_MS < allowedMs) return false;
    this.#lastMs = nowMs;
    const nextMs = this.#nextMs + this.#periodMs;
    this.#nextMs = nextMs > nowMs ? nextMs : nowMs + this.#periodMs;
    return true;
  }
}

/** Sums of periods such as 1000/60 ms have errors far below this. */
const ROUNDING_MS = 1e-6;
