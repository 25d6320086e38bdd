/**
 * Times the motion towards the poses of a state chunk: it takes as long as the usual interval between chunks, so that
 * motion continues from one chunk to the next without stopping. The display is late by that much.
 */
export class ChunkInterpolation {
  #sinceMs = -Infinity;
  #intervalMs = FIRST_MS;

  /** Duration of the motion, ms. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** Returns the progress of the motion, 0 to 1. */
  progress(nowMs: number): number {
    return Math.min(1, Math.max(0, (nowMs - this.#sinceMs) / this.#intervalMs));
  }

  /** Records that a chunk has arrived. */
  note(nowMs: number): void {
    const gap = nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    // A pause says nothing about the interval between chunks.
    if (gap > LONGEST_MS) return;
    this.#intervalMs = Math.max(SHORTEST_MS, this.#intervalMs + (gap - this.#intervalMs) * LEARNING);
  }
}

const FIRST_MS = 34;
const SHORTEST_MS = 8;
const LONGEST_MS = 250;
const LEARNING = 0.15;
