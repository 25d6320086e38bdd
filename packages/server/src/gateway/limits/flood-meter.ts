import { FrameError } from "@orrery/sim/front";
import type { Limits } from "./limits.ts";

/** A burst may use what the limits allow for this many seconds. */
const BURST_SECONDS = 2;

/** Measures what a session sends over all of its connections. */
export class Meter {
  readonly #limits: Limits;
  readonly #nowMs: () => number;
  /** Frames received recently, less what the limits have allowed since then. */
  #frames = 0;
  #bytes = 0;
  #atMs: number;

  constructor(limits: Limits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#atMs = nowMs();
  }

  /** Records a packet. If it exceeds the burst, `frame` throws at its first frame. */
  packet(bytes: number): void {
    this.#forget();
    this.#bytes += bytes;
  }

  /** Must be called before each frame. Throws if there were too many frames or bytes. */
  frame(): void {
    this.#forget();
    this.#frames++;
    const { framesPerSecond, bytesPerSecond, frameBytes } = this.#limits;
    if (this.#frames > framesPerSecond * BURST_SECONDS)
      throw new FrameError(`more than ${framesPerSecond} frames a second`);
    // A frame of the largest size is always allowed, however low the rate.
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
