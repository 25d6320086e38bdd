/** Knows whether what happens now has happened before. */
export class Replay {
  /** The whole run is made again from recorded inputs. */
  readonly #isRerun: boolean;
  #depth = 0;

  constructor({ isRerun = false }: { readonly isRerun?: boolean | undefined } = {}) {
    this.#isRerun = isRerun;
  }

  /** Whether inputs come from a record: nobody outside hears of what happens or is asked again, and how the world runs stays as it is. */
  get isOn(): boolean {
    return this.#depth > 0 || this.#isRerun;
  }

  /** Whether the world is on its way to a moment that its history knows already. */
  get isTravelling(): boolean {
    return this.#depth > 0;
  }

  /** Does work that leads to a moment that the history knows. */
  travel<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }
}
