import { Emitter } from "@orrery/sim/host";
import { logError } from "../base/log-error.ts";

/** A value that changes and can be observed. */
export class Value<T> {
  readonly changes = new Emitter<T>(logError);
  #current: T;

  constructor(initial: T) {
    this.#current = initial;
  }

  get current(): T {
    return this.#current;
  }

  set(next: T): void {
    if (Object.is(next, this.#current)) return;
    this.#current = next;
    this.changes.emit(next);
  }
}
