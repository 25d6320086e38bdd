/** Knows whether present events are repetitions. */
export class Replay {
  /** Whether the whole run is repeated from recorded inputs. */
  readonly #isRerun: boolean;
  #depth = 0;

  constructor({ isRerun = false }: { readonly isRerun?: boolean | undefined } = {}) {
    this.#isRerun = isRerun;
  }

  /**
   * Whether inputs come from a record: nothing is published or requested again, and the world stays running or paused
   * as it is.
   */
  get isOn(): boolean {
    return this.#depth > 0 || this.#isRerun;
  }

  /** Whether the world is on its way to a moment that its history already knows. */
  get isTravelling(): boolean {
    return this.#depth > 0;
  }

  /** Does work that leads to a moment that the history already knows. */
  travel<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }
}
