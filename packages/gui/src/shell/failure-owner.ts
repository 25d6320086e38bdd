/** Knows whose failure it is when something throws later: that of the plugin that has added it. */
export class FailureOwner {
  #onFailure: ((error: unknown) => void) | undefined;

  /** Of the plugin whose work is being done; `undefined` when it is nobody's. */
  get onFailure(): ((error: unknown) => void) | undefined {
    return this.#onFailure;
  }

  /** Runs `work`, whose additions report to `onFailure` when they throw. */
  during<T>(onFailure: (error: unknown) => void, work: () => T): T {
    const before = this.#onFailure;
    this.#onFailure = onFailure;
    try {
      return work();
    } finally {
      this.#onFailure = before;
    }
  }
}
