import { FailureOwner } from "../base/failure-owner.ts";
import { Takers } from "../base/takers.ts";

/** What comes to a world from outside the page. Each is offered to plugins until one of them takes it. */
export class Offers {
  readonly #owner = new FailureOwner();
  /** Files and folders from the desktop, dropped anywhere onto the page. */
  readonly drops = new Takers<DataTransfer>(this.#owner);
  /** Files that were dropped beside the scene and that no taker of `drops` has taken. */
  readonly files = new Takers<readonly File[]>(this.#owner);
  /** Text pasted while the world has the focus, and not into a field; `undefined` if something else was pasted. */
  readonly pastes = new Takers<string | undefined>(this.#owner);

  /** Runs `work`. Takers registered by it report errors to `onFailure`, which attributes them to their plugin. */
  heldBy<T>(onFailure: (error: unknown) => void, work: () => T): T {
    return this.#owner.during(onFailure, work);
  }
}
