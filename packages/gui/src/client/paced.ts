/** Calls a function on request, but at most once per period; the last request is never lost. */
export class Paced implements Disposable {
  readonly #act: () => void;
  readonly #periodMs: number;
  readonly #clock: PacedClock;
  #lastMs = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(act: () => void, periodMs: number, clock: PacedClock = pageClock) {
    this.#act = act;
    this.#periodMs = periodMs;
    this.#clock = clock;
  }

  ask(): void {
    if (this.#cancel !== undefined) return;
    const waitMs = this.#lastMs + this.#periodMs - this.#clock.nowMs();
    if (waitMs <= 0) return this.#perform();
    this.#cancel = this.#clock.after(waitMs, () => this.#perform());
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #perform(): void {
    this.#cancel = undefined;
    this.#lastMs = this.#clock.nowMs();
    this.#act();
  }
}

export interface PacedClock {
  nowMs(): number;
  /** Calls `act` after a delay. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

const pageClock: PacedClock = {
  nowMs: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
