/**
 * When things arrive where a state chunk sends them: after the time that chunks usually take to follow each other, so that motion
 * goes on from one to the next without stopping. What is shown is late by that much.
 */
export class Playback {
  #sinceMs = -Infinity;
  #intervalMs = FIRST_MS;

  /** How long things are on their way, ms. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** Returns how far things are on their way, 0 to 1. */
  progress(nowMs: number): number {
    return Math.min(1, Math.max(0, (nowMs - this.#sinceMs) / this.#intervalMs));
  }

  /** A chunk has come. */
  note(nowMs: number): void {
    const gap = nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    // After a pause there is nothing to learn from the time it took.
    if (gap > LONGEST_MS) return;
    this.#intervalMs = Math.max(SHORTEST_MS, this.#intervalMs + (gap - this.#intervalMs) * LEARNING);
  }
}

const FIRST_MS = 34;
const SHORTEST_MS = 8;
const LONGEST_MS = 250;
const LEARNING = 0.15;
