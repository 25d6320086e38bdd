import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldView } from "../../../client/world-view.ts";

/** Follows which stretch of history messages belong to that arrive now. */
export class PresentStretch implements Disposable {
  /** Fires before the stretch changes: what arrived so far belongs to the one before. */
  readonly leaving = new Emitter<void>(logError);
  readonly #parts = new DisposableStack();
  /** The number of jumps, as the world told last. */
  #timeline = 0;
  #history: orrery.History | undefined;

  constructor({ history }: Pick<WorldView, "history">) {
    this.#history = history.state.current;
    this.#parts.use(
      history.jumps.on(({ timeline = 0 }) => {
        this.leaving.emit();
        this.#timeline = timeline;
      }),
    );
    this.#parts.use(
      history.state.changes.on((state) => {
        this.leaving.emit();
        this.#history = state;
        // The next connection may be to a run that counts from the start.
        if (state === undefined) this.#timeline = 0;
      }),
    );
  }

  /** `undefined` until the history of a jump has arrived, and while the world is about to begin a new stretch. */
  get id(): string | undefined {
    if (this.#history === undefined) return undefined;
    const { timeline = 0, ahead = "", present = "", log = "" } = this.#history;
    const isLate = timeline < this.#timeline;
    return isLate || (ahead !== "" && log === "") ? undefined : present;
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }
}
