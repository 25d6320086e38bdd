import type { WorldView } from "../../client/world-view.ts";

/**
 * Pauses a log while its cursor is dragged, because it would run away from under the pointer, and resumes it
 * afterwards. The drag may begin before the status says that the log is playing; the log is then paused as soon as the
 * status says so.
 */
export class PlaybackHold implements Disposable {
  readonly #view: Pick<WorldView, "status" | "client">;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #listening: Disposable;
  #isWanted = false;
  #isPausedHere = false;

  constructor(view: Pick<WorldView, "status" | "client">, onFailure: (doing: string, error: unknown) => void) {
    this.#view = view;
    this.#onFailure = onFailure;
    this.#listening = view.status.changes.on(() => this.#pauseIfPlaying());
  }

  hold(): void {
    this.#isWanted = true;
    this.#pauseIfPlaying();
  }

  letGo(): void {
    this.#isWanted = false;
    if (!this.#isPausedHere) return;
    this.#isPausedHere = false;
    this.#view.client.current?.run().catch((error: unknown) => this.#onFailure("play", error));
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.letGo();
  }

  #pauseIfPlaying(): void {
    const { status, client } = this.#view;
    if (!this.#isWanted || this.#isPausedHere || status.current?.paused !== false) return;
    this.#isPausedHere = true;
    client.current?.pause().catch((error: unknown) => {
      this.#isPausedHere = this.#isWanted = false;
      this.#onFailure("pause", error);
    });
  }
}
