import type { Source } from "../../client/source.ts";

/**
 * Pauses a log while its cursor is dragged, because it would run away from under the pointer, and plays it again afterwards. The drag
 * may begin before the status says that the log plays: it is then paused as soon as the status does.
 */
export class PlaybackHold implements Disposable {
  readonly #source: Pick<Source, "status" | "world">;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #listening: Disposable;
  #isWanted = false;
  #isPausedHere = false;

  constructor(source: Pick<Source, "status" | "world">, onFailure: (doing: string, error: unknown) => void) {
    this.#source = source;
    this.#onFailure = onFailure;
    this.#listening = source.status.changes.on(() => this.#pauseIfPlaying());
  }

  hold(): void {
    this.#isWanted = true;
    this.#pauseIfPlaying();
  }

  letGo(): void {
    this.#isWanted = false;
    if (!this.#isPausedHere) return;
    this.#isPausedHere = false;
    this.#source.world.current?.run().catch((error: unknown) => this.#onFailure("play", error));
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.letGo();
  }

  #pauseIfPlaying(): void {
    const { status, world } = this.#source;
    if (!this.#isWanted || this.#isPausedHere || status.current?.paused !== false) return;
    this.#isPausedHere = true;
    world.current?.pause().catch((error: unknown) => {
      this.#isPausedHere = this.#isWanted = false;
      this.#onFailure("pause", error);
    });
  }
}
