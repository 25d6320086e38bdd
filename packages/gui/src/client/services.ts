/**
 * What plugins keep for the page or for one of its worlds: each made when it is first asked for, one for all who ask, and
 * disposed of with its owner. It is known by its class.
 */
export class Services implements Disposable {
  readonly #made = new Map<unknown, object>();

  of<T extends object>(kind: ServiceKind<T>, make: () => T): T {
    const known = this.find(kind);
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(kind, made);
    return made;
  }

  /** The one that was made; `undefined` before somebody has asked for it. */
  find<T extends object>(kind: ServiceKind<T>): T | undefined {
    const known = this.#made.get(kind);
    return known instanceof kind ? known : undefined;
  }

  /** Disposes of it now; whoever asks again gets another one. */
  end(kind: ServiceKind<object>): void {
    const made = this.#made.get(kind);
    this.#made.delete(kind);
    dispose(made);
  }

  /** Disposes of all of them, the latest first: it may use those before it. */
  [Symbol.dispose](): void {
    const all = [...this.#made.values()];
    this.#made.clear();
    for (const made of all.toReversed()) dispose(made);
  }
}

export type ServiceKind<T> = abstract new (...args: never[]) => T;

function dispose(made: Partial<Disposable> | undefined): void {
  made?.[Symbol.dispose]?.();
}
