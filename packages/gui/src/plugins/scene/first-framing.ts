/** Moves the camera to show everything as it appears, until the user moves the camera or begins to work. */
export class FirstFraming {
  /**
   * Until this time the camera adapts to what appears: Infinity before there is anything to see, zero once the user has
   * moved it.
   */
  #untilMs = Infinity;
  #isDue = true;

  /** Whether the user has placed the camera. */
  get isOver(): boolean {
    return this.#untilMs === 0;
  }

  /** Whether the camera must be moved to show everything. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Whether nothing has been framed yet, so that the place of the last visit counts. */
  get isFirst(): boolean {
    return this.#untilMs === Infinity;
  }

  /** Records that something was added or removed. */
  noteChange(nowMs: number): void {
    this.#isDue = nowMs < this.#untilMs;
  }

  /** Records that everything was framed. Meshes arrive later than the rest. */
  noteFramed(nowMs: number): void {
    if (this.isFirst) this.#untilMs = nowMs + SETTLING_MS;
    this.#isDue = false;
  }

  /** Records that the user is at work: the camera stays, whatever appears. */
  stay(nowMs: number): void {
    if (!this.isFirst) this.#untilMs = Math.min(this.#untilMs, nowMs);
  }

  /** Records that the user has moved the camera. */
  end(): void {
    this.#untilMs = 0;
    this.#isDue = false;
  }
}

const SETTLING_MS = 3000;
