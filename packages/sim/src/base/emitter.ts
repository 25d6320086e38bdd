/** Calls its listeners, in the order in which they were added, with each value. */
export class Emitter<T> {
  /** Replaced, never changed in place, so that `emit` continues with the list it began with. */
  #subscriptions: readonly Subscription<T>[] = [];
  readonly #onError: (error: unknown) => void;

  /** A listener that throws does not prevent others from getting the value; `onError` gets what it threw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Listeners now subscribed, for leak tests. */
  get count(): number {
    return this.#subscriptions.length;
  }

  /**
   * Adds a listener. One added while a value is being emitted gets the next value first. Disposing of the result twice
   * is harmless.
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
      // Disposed of by an earlier listener for the same value: it must no longer be called.
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
