import type { RenderEnvironment } from "./environment.ts";

/** Decides when a view is drawn: on request, and as long as something moves. */
export class FrameSchedule implements Disposable {
  readonly #environment: Pick<RenderEnvironment, "nextFrame" | "nowMs">;
  readonly #draw: (timeMs: number) => "done" | "moving" | "not now";
  #next: Disposable | undefined;
  #isStale = false;
  #isOver = false;
  #count = 0;
  #lastMs = 0;

  /** `draw` makes a picture, and returns whether another one is needed without a request. */
  constructor(
    environment: Pick<RenderEnvironment, "nextFrame" | "nowMs">,
    draw: (timeMs: number) => "done" | "moving" | "not now",
  ) {
    this.#environment = environment;
    this.#draw = draw;
  }

  /** Whether something has changed since the last picture. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Number of pictures drawn so far. */
  get count(): number {
    return this.#count;
  }

  /** How long the CPU took to submit the last picture, ms. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Requests a picture. May be called after the view was closed, by files that arrive late. */
  want(): void {
    this.#isStale = true;
    if (this.#next !== undefined || this.#isOver) return;
    this.#next = this.#environment.nextFrame((timeMs) => {
      this.#next = undefined;
      this.draw(timeMs);
    });
  }

  /** Draws at once. A requested picture is still drawn when it is due. */
  draw(timeMs: number): void {
    if (this.#isOver) return;
    const startMs = this.#environment.nowMs();
    const result = this.#draw(timeMs);
    if (result === "not now") return;
    this.#count++;
    this.#lastMs = this.#environment.nowMs() - startMs;
    this.#isStale = this.#next !== undefined;
    if (result === "moving") this.want();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#next?.[Symbol.dispose]();
    this.#next = undefined;
  }
}
