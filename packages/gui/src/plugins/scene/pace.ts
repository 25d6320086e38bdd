/** What it takes to know when a picture is done. */
export interface Fences {
  /** After everything that was asked for up to now. */
  place(): WebGLSync | null;
  isPassed(fence: WebGLSync): boolean;
  remove(fence: WebGLSync): void;
}

/**
 * Keeps pictures from piling up where they take long, as they do without a graphics card: each waits for the one
 * before, and then leaves the machine to others for as long as that one took. Piled up, every click would wait for
 * all of them; one after the other without a rest, they would take every core from a world on the same machine.
 */
export class Pace {
  readonly #fences: Fences;
  #fence: WebGLSync | null = null;
  #startMs = 0;
  #nextMs = 0;

  constructor(fences: Fences) {
    this.#fences = fences;
  }

  /** Whether it is time for another picture. */
  isDue(nowMs: number): boolean {
    if (this.#fence !== null) {
      // A lost context passes no fence.
      if (!this.#fences.isPassed(this.#fence) && nowMs - this.#startMs < LONGEST_MS) return false;
      this.#fences.remove(this.#fence);
      this.#fence = null;
      const tookMs = nowMs - this.#startMs;
      if (tookMs > UNNOTICED_MS) this.#nextMs = nowMs + tookMs;
    }
    return nowMs >= this.#nextMs;
  }

  /** A picture was asked for, beginning then. */
  drawn(startMs: number): void {
    if (this.#fence !== null) this.#fences.remove(this.#fence);
    this.#fence = this.#fences.place();
    this.#startMs = startMs;
  }
}

/** Two frames of a screen at 60 Hz: whoever asks once a frame learns no earlier of a picture that was done at once. */
const UNNOTICED_MS = 36;
const LONGEST_MS = 1000;

export function webglFences(gl: WebGL2RenderingContext): Fences {
  return {
    place: () => gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0),
    isPassed: (fence) => gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED,
    remove: (fence) => gl.deleteSync(fence),
  };
}
