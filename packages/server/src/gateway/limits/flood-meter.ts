import { FrameError } from "@orrery/sim/front";
import type { Limits } from "./limits.ts";

/** Bursts may take what two seconds allow. */
const BURST_SECONDS = 2;

/** Counts what a session sends, over all of its connections. */
export class Meter {
  readonly #limits: Limits;
  readonly #nowMs: () => number;
  /** What has come lately, less what the limits have allowed since. */
  #frames = 0;
  #bytes = 0;
  #atMs: number;

  constructor(limits: Limits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#atMs = nowMs();
  }

  /** A packet has come. One that is larger than the burst is judged with its first frame. */
  packet(bytes: number): void {
    this.#forget();
    this.#bytes += bytes;
  }

  /** Before each frame. Throws when there were too many, or too many bytes. */
  frame(): void {
    this.#forget();
    this.#frames++;
    const { framesPerSecond, bytesPerSecond, frameBytes } = this.#limits;
    if (this.#frames > framesPerSecond * BURST_SECONDS)
      throw new FrameError(`more than ${framesPerSecond} frames a second`);
    // The largest frame may come at once, however small the rate.
    if (this.#bytes > bytesPerSecond * BURST_SECONDS + frameBytes)
      throw new FrameError(`more than ${bytesPerSecond} bytes a second`);
  }

  #forget(): void {
    const nowMs = this.#nowMs();
    const seconds = (nowMs - this.#atMs) / 1000;
    this.#atMs = nowMs;
    this.#frames = Math.max(0, this.#frames - seconds * this.#limits.framesPerSecond);
    this.#bytes = Math.max(0, this.#bytes - seconds * this.#limits.bytesPerSecond);
  }
}
