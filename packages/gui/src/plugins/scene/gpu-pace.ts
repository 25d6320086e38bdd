/** How to find out that the graphics card has finished a picture. */
export interface Fences {
  /** Places a fence behind everything requested so far. */
  place(): WebGLSync | null;
  isPassed(fence: WebGLSync): boolean;
  remove(fence: WebGLSync): void;
}

/** Calls `act` a few milliseconds later. */
export type Later = (act: () => void) => void;

/**
 * Keeps pictures from piling up where they take long to draw, as they do without a graphics card: each picture waits
 * for the one before, and then leaves the machine idle for as long as that one took. If pictures piled up, every click
 * would wait for all of them; drawn back to back, they would take every core from a world on the same machine.
 *
 * The fence of the last picture is polled until it has passed, whether or not another picture is wanted. Otherwise time
 * in which nothing had to be drawn would count as drawing time.
 */
export class Pace implements Disposable {
  readonly #fences: Fences;
  readonly #nowMs: () => number;
  readonly #later: Later;
  #fence: WebGLSync | null = null;
  #isPolling = false;
  #startMs = 0;
  #nextMs = 0;

  constructor(fences: Fences, { nowMs, later }: { readonly nowMs: () => number; readonly later: Later }) {
    this.#fences = fences;
    this.#nowMs = nowMs;
    this.#later = later;
  }

  /** Returns whether the next picture may be drawn. */
  isDue(): boolean {
    this.#look();
    return this.#fence === null && this.#nowMs() >= this.#nextMs;
  }

  /** Records that a picture was requested, with the time at which its drawing began. */
  drawn(startMs: number): void {
    this.#drop();
    this.#fence = this.#fences.place();
    this.#startMs = startMs;
    this.#poll();
  }

  [Symbol.dispose](): void {
    this.#drop();
  }

  #poll(): void {
    if (this.#fence === null || this.#isPolling) return;
    this.#isPolling = true;
    this.#later(() => {
      this.#isPolling = false;
      this.#look();
      this.#poll();
    });
  }

  #look(): void {
    if (this.#fence === null) return;
    const nowMs = this.#nowMs();
    // After the context is lost, no fence ever passes.
    if (!this.#fences.isPassed(this.#fence) && nowMs - this.#startMs < LONGEST_MS) return;
    this.#drop();
    // A hidden tab polls rarely, so not all of a long time was drawing time.
    const tookMs = Math.min(nowMs - this.#startMs, LONGEST_MS);
    if (tookMs > UNNOTICED_MS) this.#nextMs = this.#startMs + 2 * tookMs;
  }

  #drop(): void {
    if (this.#fence !== null) this.#fences.remove(this.#fence);
    this.#fence = null;
  }
}

/**
 * Two frames of a screen at 60 Hz. A busy page cannot tell sooner that a picture is done, even one that was done at
 * once.
 */
const UNNOTICED_MS = 36;
const LONGEST_MS = 1000;

export function webglPace(gl: WebGL2RenderingContext): Pace {
  const fences: Fences = {
    place: () => gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0),
    isPassed: (fence) => gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED,
    remove: (fence) => gl.deleteSync(fence),
  };
  // Polls four times in a frame of a screen at 60 Hz.
  return new Pace(fences, { nowMs: () => performance.now(), later: (act) => void setTimeout(act, 4) });
}
