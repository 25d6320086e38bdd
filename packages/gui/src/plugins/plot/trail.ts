/** How many steps are remembered. */
const MAX_STEPS = 100;

/** The states before each change, to go back to them and forward again. */
export class Trail<T> {
  #past: T[] = [];
  #future: T[] = [];
  #gesture: unknown;

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  /** Remembers the state before a change. All changes of one gesture, such as a drag, are one step. */
  record(before: T, gesture?: unknown): void {
    const isSame = gesture !== undefined && gesture === this.#gesture;
    this.#gesture = gesture;
    if (isSame) return;
    this.#past = [...this.#past, before].slice(-MAX_STEPS);
    this.#future = [];
  }

  back(now: T): T | undefined {
    return this.#move(this.#past, this.#future, now);
  }

  forward(now: T): T | undefined {
    return this.#move(this.#future, this.#past, now);
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#gesture = undefined;
  }

  #move(from: T[], to: T[], now: T): T | undefined {
    const next = from.pop();
    this.#gesture = undefined;
    if (next !== undefined) to.push(now);
    return next;
  }
}
