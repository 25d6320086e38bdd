/** Pieces of work that may wait. */
const MOST = 32;

/**
 * Does work that many may ask for: each piece once for all who ask within a while, and one piece after the other. Beyond some that
 * wait, more is refused.
 */
export class SharedWork<T> {
  readonly #keepMs: number;
  readonly #known = new Map<string, Promise<T>>();
  #last: Promise<unknown> = Promise.resolve();

  /** `keepMs`: how long what was made is given to others who ask. */
  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  give(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) throw new Error(`${MOST} such requests are being answered already; try again`);
    const making = this.#last.then(make);
    this.#known.set(key, making);
    const forget = (): void => {
      setTimeout(() => this.#known.delete(key), this.#keepMs).unref();
    };
    this.#last = making.then(forget, forget);
    return making;
  }
}
