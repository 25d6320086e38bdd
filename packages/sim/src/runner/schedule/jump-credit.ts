/**
 * Limits the time that a running world spends on jumps. It earns a small share of the time for them and saves some of
 * it, so that a few jumps in a row are free. A caller that has not jumped lately may overdraw the account, so that
 * somebody who jumps all the time does not keep others from it.
 */
export class JumpBudget {
  #savedMs = MAX_SAVED_MS;
  #atMs = 0;

  /**
   * Returns the time until the next jump is allowed, ms; 0 if it is allowed now. `lastMs` is when the same caller last
   * made one.
   */
  waitMs(nowMs: number, lastMs: number): number {
    this.#earn(nowMs);
    const least = nowMs - lastMs > LATELY_MS ? -RESERVE_MS : 0;
    return this.#savedMs > least ? 0 : (least - this.#savedMs + 1) / SHARE;
  }

  /** Charges for a jump that took `ms`. */
  spend(nowMs: number, ms: number): void {
    this.#earn(nowMs);
    this.#savedMs = Math.max(this.#savedMs - ms, -MAX_DEBT_MS);
  }

  #earn(nowMs: number): void {
    this.#savedMs = Math.min(this.#savedMs + (nowMs - this.#atMs) * SHARE, MAX_SAVED_MS);
    this.#atMs = nowMs;
  }
}

/** Fraction of a running world's time. */
const SHARE = 0.01;
const MAX_SAVED_MS = 1000;
const RESERVE_MS = 500;
const LATELY_MS = 10_000;
/** However long a jump took, the next one is possible within a minute or so. */
const MAX_DEBT_MS = 800;
