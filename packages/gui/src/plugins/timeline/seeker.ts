import { Value } from "../../client/value.ts";

/** Goes to moments one after another. While one request is under way, only the latest further one waits. */
export class Seeker<T> {
  /** The latest requested moment, while the world is on its way there. */
  readonly target = new Value<T | undefined>(undefined);
  readonly #go: (target: T) => Promise<void>;
  readonly #onFailure: (target: T, error: unknown) => void;
  #isBusy = false;

  constructor(go: (target: T) => Promise<void>, onFailure: (target: T, error: unknown) => void) {
    this.#go = go;
    this.#onFailure = onFailure;
  }

  seek(target: T): void {
    this.target.set(target);
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let target = this.target.current; target !== undefined;) {
      let failure: { readonly error: unknown } | undefined;
      await this.#go(target).catch((error: unknown) => (failure = { error }));
      const next: T | undefined = this.target.current;
      if (next !== target) {
        target = next;
        continue;
      }
      // Failures of moments that were only passed over are of no interest.
      if (failure !== undefined) this.#onFailure(target, failure.error);
      target = undefined;
    }
    this.#isBusy = false;
    this.target.set(undefined);
  }
}
