/** Largest fraction of the thread's time, by the wall clock, for keyframes between commands. */
const SHARE = 0.01;
const MIN_MS = 1000;
/** The same for keyframes at commands, if many commands come in quick succession. */
const COMMAND_SHARE = 0.05;
/**
 * Commands this close to each other share a keyframe: people are slower than that, and programs need not reach each of
 * their commands quickly.
 */
const CROWD_MS = 100;
/** The duration of the past that should fit into the allowed memory. */
const SPAN_MS = 60_000;
/** Fraction of that memory for keyframes between commands. */
const MEMORY_SHARE = 0.5;

/** Decides when the next keyframe between commands is due: less often if they take much time or memory. */
export class Spacing {
  #lastMs = -Infinity;
  #intervalMs = MIN_MS;
  #tookMs = 0;
  #commandMs = -Infinity;
  #commandTookMs = 0;

  /**
   * Returns whether a keyframe is due. `replayMs` returns the time for repeating everything since the last one; it is
   * called only if one may be due.
   */
  isDue(nowMs: number, replayMs: () => number): boolean {
    if (nowMs - this.#lastMs < this.#intervalMs) return false;
    if (replayMs() >= this.#tookMs) return true;
    // While all bodies rest, repeating seconds of simulation takes less time than a keyframe.
    this.#lastMs = nowMs;
    return false;
  }

  /** Records that a keyframe was taken, how long that took, and how many bytes it adds. */
  note(nowMs: number, { tookMs, bytes, byteLimit }: { tookMs: number; bytes: number; byteLimit: number }): void {
    this.#lastMs = nowMs;
    this.#tookMs = tookMs;
    const fits = Math.max(1, (byteLimit * MEMORY_SHARE) / Math.max(1, bytes));
    this.#intervalMs = Math.max(MIN_MS, tookMs / SHARE, SPAN_MS / fits);
  }

  /**
   * Returns whether a command follows one with a keyframe so closely that both can share it. Never true if the clock
   * stands still.
   */
  isCrowded(nowMs: number): boolean {
    const sinceMs = nowMs - this.#commandMs;
    return sinceMs > 0 && sinceMs < Math.max(CROWD_MS, this.#commandTookMs / COMMAND_SHARE);
  }

  /** Records that a keyframe was taken at a command. */
  noteCommand(nowMs: number, tookMs: number): void {
    this.#commandMs = nowMs;
    this.#commandTookMs = tookMs;
  }

  /** Records a jump: the keyframe of the last command may not be on this line. */
  jumped(): void {
    this.#commandMs = -Infinity;
  }
}
