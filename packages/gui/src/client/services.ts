/**
 * Services of plugins, for the page or for one of its worlds. Each is identified by its class, created on first use,
 * shared by all users, and disposed of with its owner.
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

  /** Returns the service if it exists; `undefined` before its first use. */
  find<T extends object>(kind: ServiceKind<T>): T | undefined {
    const known = this.#made.get(kind);
    return known instanceof kind ? known : undefined;
  }

  /** Disposes of a service now; the next use creates a new one. */
  end(kind: ServiceKind<object>): void {
    const made = this.#made.get(kind);
    this.#made.delete(kind);
    dispose(made);
  }

  /** Disposes of all services, the latest first, because it may use earlier ones. */
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
