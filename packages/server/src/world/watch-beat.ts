export interface WatchBeatOptions {
  /** Returns a number that changes as long as the watched thread keeps looping. */
  readonly beat: () => number;
  /** Time without a beat after which `onSlow` is called. */
  readonly slowMs: number;
  /** Time without a beat after which `onStuck` is called and the watch ends. */
  readonly stuckMs: number;
  readonly onSlow: () => void;
  readonly onStuck: () => void;
}

/**
 * Notices a thread that no longer responds. Counts its own ticks instead of reading a clock, so that the other thread
 * does not look stuck after the machine slept or the main thread was held up.
 */
export function watchBeat({ beat, slowMs, stuckMs, onSlow, onStuck }: WatchBeatOptions): Disposable {
  const tickMs = Math.min(1000, slowMs, stuckMs);
  let last = beat();
  let stillMs = 0;
  const timer = setInterval(() => {
    const now = beat();
    const beforeMs = stillMs;
    stillMs = now === last ? stillMs + tickMs : 0;
    last = now;
    if (stillMs >= stuckMs) {
      clearInterval(timer);
      onStuck();
    } else if (beforeMs < slowMs && stillMs >= slowMs) onSlow();
  }, tickMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
