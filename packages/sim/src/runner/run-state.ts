import type { Nanoseconds } from "../base/time.ts";

/** Whether the world runs, and until when. Not part of the world's state: going back in time neither pauses nor resumes. */
export class RunState {
  /** Simulated seconds per second aimed at; 0 is as fast as possible. */
  targetFactor: number;
  #paused: boolean;
  /** Steps still to make before pausing; Infinity while nobody counts. */
  #stepsLeft = Infinity;
  #untilNs = Infinity;

  constructor(options: { paused: boolean; targetFactor: number }) {
    this.#paused = options.paused;
    this.targetFactor = options.targetFactor;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Whether it makes a counted number of steps. */
  get stepping(): boolean {
    return !this.#paused && this.#stepsLeft !== Infinity;
  }

  pause(): void {
    this.#paused = true;
    this.#stepsLeft = Infinity;
    this.#untilNs = Infinity;
  }

  run(): void {
    this.pause();
    this.#paused = false;
  }

  /** Makes `count` steps, then pauses. Asked again meanwhile, it makes those too. */
  step(count: number): void {
    const before = this.stepping ? this.#stepsLeft : 0;
    this.run();
    this.#stepsLeft = before + count;
  }

  runTo(timeNs: Nanoseconds): void {
    this.run();
    this.#untilNs = timeNs;
  }

  /** Call after each step. */
  stepped(timeNs: Nanoseconds): void {
    this.#stepsLeft--;
    if (this.#stepsLeft <= 0 || timeNs >= this.#untilNs) this.pause();
  }
}
