import { escapeControl, type Log } from "@orrery/sim/front";

/** Lines per second that clients may cause. */
const LINES = 10;
const MAX_LENGTH = 500;

/** A log for events that clients cause; its limit keeps them from filling a disk. */
export class LogLimit {
  readonly #log: Log;
  readonly #nowMs: () => number;
  #second = 0;
  #lines = 0;
  #withheld = 0;

  constructor(log: Log, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  warn(message: string): void {
    const second = Math.floor(this.#nowMs() / 1000);
    if (second !== this.#second) {
      if (this.#withheld > 0) this.#log.warn(`${this.#withheld} more such lines were left out`);
      this.#second = second;
      this.#lines = this.#withheld = 0;
    }
    if (++this.#lines > LINES) this.#withheld++;
    else this.#log.warn(escapeControl(message.slice(0, MAX_LENGTH)));
  }
}
