/** Sums up a curve that leads in straight lines from sample to sample. */
export class LineIntegral {
  /** Seconds. */
  duration = 0;
  #integral = 0;
  #squares = 0;

  /** Adds a piece of line. Nothing is added when a value is no number. */
  add(t0: number, v0: number, t1: number, v1: number): void {
    const seconds = t1 - t0;
    const squares = v0 * v0 + v0 * v1 + v1 * v1;
    // Not a number differs from itself.
    if (squares !== squares) return;
    this.duration += seconds;
    this.#integral += (seconds * (v0 + v1)) / 2;
    this.#squares += (seconds * squares) / 3;
  }

  /** The mean over time; NaN for no time. */
  get mean(): number {
    return this.#integral / this.duration;
  }

  /** The root of the mean square over time; NaN for no time. */
  get rms(): number {
    return Math.sqrt(this.#squares / this.duration);
  }
}
