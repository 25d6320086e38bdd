import type { FailureOwner } from "./failure-owner.ts";
import { logError } from "./log-error.ts";

/** Answers whether it takes what is offered; if so, nobody else gets it. */
export type Taker<T> = (offered: T) => boolean;

/** Those who want something that only one of them can have. The taker registered last is asked first. */
export class Takers<T> {
  readonly #takers: Taker<T>[] = [];
  readonly #owner: FailureOwner | undefined;

  /** With an `owner`, an error thrown by a taker counts as a failure of the plugin that registered it. */
  constructor(owner?: FailureOwner) {
    this.#owner = owner;
  }

  take(taker: Taker<T>): Disposable {
    const guarded = guard(taker, this.#owner?.onFailure);
    this.#takers.push(guarded);
    return {
      [Symbol.dispose]: () => {
        const at = this.#takers.indexOf(guarded);
        if (at >= 0) this.#takers.splice(at, 1);
      },
    };
  }

  /** Asks the takers one after the other until one takes it. Returns whether somebody has. */
  offer(offered: T): boolean {
    return this.#takers.toReversed().some((taker) => taker(offered));
  }
}

/** Returns a taker that leaves to the others what it fails at. */
function guard<T>(taker: Taker<T>, onFailure: (error: unknown) => void = logFailure): Taker<T> {
  return (offered) => {
    try {
      return taker(offered);
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
}

function logFailure(error: unknown): void {
  logError(error, "a taker failed");
}
