/** Knows which plugin is responsible when something throws later: the one that added it. */
export class FailureOwner {
  #onFailure: ((error: unknown) => void) | undefined;

  /** Reports failures of the plugin whose work is running; `undefined` outside any plugin's work. */
  get onFailure(): ((error: unknown) => void) | undefined {
    return this.#onFailure;
  }

  /** Runs `work`. What it adds reports to `onFailure` if it throws later. */
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
