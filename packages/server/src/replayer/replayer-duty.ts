import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/**
 * How long a replayer rests for the time that it has worked, while the world has no time left. The two threads share
 * caches and memory even where each has a core of its own: a world of 3,000 shapes is a twelfth slower beside a replayer
 * that always works.
 */
const REST = 1.5;
/** Longer pieces of work were waiting for answers. */
const MAX_WORK_MS = 60;

/** Divides the time of a replayer's thread between replays, messages, and rests. */
export class ReplayerDuty {
  readonly #isWorldBehind: () => boolean;
  #begunMs = performance.now();

  constructor(isWorldBehind: () => boolean) {
    this.#isWorldBehind = isWorldBehind;
  }

  /**
   * Lets the thread handle messages, and rests if the world needs the machine and nobody waits. Call between two pieces
   * of work.
   */
  async breathe({ isUrgent }: { readonly isUrgent: boolean }): Promise<void> {
    const restMs = restAfter(performance.now() - this.#begunMs, !isUrgent && this.#isWorldBehind());
    await (restMs === 0 ? nextTurn() : sleep(restMs));
    this.#begunMs = performance.now();
  }
}

/** Returns the milliseconds to rest after a piece of work. */
export function restAfter(workedMs: number, isResting: boolean): number {
  return isResting ? REST * Math.min(workedMs, MAX_WORK_MS) : 0;
}
