/** Largest number of pieces of work that may wait. */
const MOST = 32;

/**
 * Does work that many clients may request: each piece once for all requests within a while, one piece after another.
 * Refuses more when too many are waiting.
 */
export class SharedWork<T> {
  readonly #keepMs: number;
  readonly #known = new Map<string, Promise<T>>();
  #last: Promise<unknown> = Promise.resolve();

  /** `keepMs` is how long a result is reused for further requests. */
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
