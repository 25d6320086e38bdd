import type { Nanoseconds } from "../base/time.ts";
import type { Asker } from "../history/past-view.ts";

/**
 * Whether the world runs, and until when. Not part of the world's state: going back in time neither pauses nor resumes
 * it.
 */
export class RunState {
  /** Target of simulated seconds per second; 0 means as fast as possible. */
  targetFactor: number;
  #paused: boolean;
  /** Steps to make before pausing; Infinity if they are not counted. */
  #stepsLeft = Infinity;
  #untilNs = Infinity;
  /** Who requested the present pause, or the steps or time after which the world will pause. */
  #asker: Asker = NOBODY;

  constructor(options: { paused: boolean; targetFactor: number }) {
    this.#paused = options.paused;
    this.targetFactor = options.targetFactor;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Whether it will pause by itself: after counted steps, or at a given time. */
  get stepping(): boolean {
    return !this.#paused && (this.#isCounting || this.#untilNs !== Infinity);
  }

  /** Who paused it; `undefined` while it runs, and if the host or nobody did. */
  get pausedBy(): Asker | undefined {
    const { author, authorName } = this.#asker;
    return this.#paused && (author !== "" || authorName !== "") ? this.#asker : undefined;
  }

  pause(asker: Asker = NOBODY): void {
    // Pausing a paused world changes nothing.
    if (!this.#paused) this.#asker = asker;
    this.#stop();
  }

  run(): void {
    this.#stop();
    this.#paused = false;
  }

  /**
   * Makes `count` steps, then pauses. A further call in the meantime adds to them. In a paused world, the pause keeps
   * its author.
   */
  step(count: number, asker: Asker = NOBODY): void {
    const { stepping } = this;
    const before = this.#isCounting ? this.#stepsLeft : 0;
    if (!this.#paused && !stepping) this.#asker = asker;
    this.run();
    this.#stepsLeft = before + count;
  }

  runTo(timeNs: Nanoseconds, asker: Asker = NOBODY): void {
    this.run();
    this.#asker = asker;
    this.#untilNs = timeNs;
  }

  /** Counts a step. Must be called after each step. */
  stepped(timeNs: Nanoseconds): void {
    this.#stepsLeft--;
    if (this.#stepsLeft <= 0 || timeNs >= this.#untilNs) this.#stop();
  }

  get #isCounting(): boolean {
    return this.#stepsLeft !== Infinity;
  }

  #stop(): void {
    this.#paused = true;
    this.#stepsLeft = Infinity;
    this.#untilNs = Infinity;
  }
}

const NOBODY: Asker = { author: "", authorName: "" };
