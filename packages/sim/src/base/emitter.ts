/** Calls its listeners with each value, in the order in which they were added. */
export class Emitter<T> {
  /** Replaced, never changed in place, so that `emit` continues with the list it began with. */
  #subscriptions: readonly Subscription<T>[] = [];
  readonly #onError: (error: unknown) => void;

  /** If a listener throws, the others still get the value; `onError` gets the error. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Number of subscribed listeners, for leak tests. */
  get count(): number {
    return this.#subscriptions.length;
  }

  /**
   * Adds a listener. One added while a value is being emitted gets only later values. Disposing of the result twice is
   * harmless.
   */
  on(listener: (value: T) => void): Disposable {
    const subscription: Subscription<T> = { listener, active: true };
    this.#subscriptions = [...this.#subscriptions, subscription];
    return {
      [Symbol.dispose]: () => {
        subscription.active = false;
        this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
      },
    };
  }

  emit(value: T): void {
    for (const subscription of this.#subscriptions) {
      // An earlier listener for the same value has disposed of it.
      if (!subscription.active) continue;
      try {
        subscription.listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

interface Subscription<T> {
  readonly listener: (value: T) => void;
  active: boolean;
}
