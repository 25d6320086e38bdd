/** What it takes to know when a picture is done. */
export interface Fences {
  /** After everything that was asked for up to now. */
  place(): WebGLSync | null;
  isPassed(fence: WebGLSync): boolean;
  remove(fence: WebGLSync): void;
}

/** Calls `act` in a moment. */
export type Later = (act: () => void) => void;

/**
 * Keeps pictures from piling up where they take long, as they do without a graphics card: each waits for the one
 * before, and then leaves the machine to others for as long as that one took. Piled up, every click would wait for
 * all of them; one after the other without a rest, they would take every core from a world on the same machine.
 *
 * The fence of the last picture is polled until it has passed, whether another picture is wanted or not: the time in
 * which nothing had to be drawn is no drawing time.
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

  /** Whether it is time for another picture. */
  isDue(): boolean {
    this.#look();
    return this.#fence === null && this.#nowMs() >= this.#nextMs;
  }

  /** A picture was asked for, beginning then. */
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
    // A lost context passes no fence.
    if (!this.#fences.isPassed(this.#fence) && nowMs - this.#startMs < LONGEST_MS) return;
    this.#drop();
    // A hidden tab polls rarely, so a long time is not all drawing time.
    const tookMs = Math.min(nowMs - this.#startMs, LONGEST_MS);
    if (tookMs > UNNOTICED_MS) this.#nextMs = this.#startMs + 2 * tookMs;
  }

  #drop(): void {
    if (this.#fence !== null) this.#fences.remove(this.#fence);
    this.#fence = null;
  }
}

/** Two frames of a screen at 60 Hz: a busy page learns no earlier of a picture that was done at once. */
const UNNOTICED_MS = 36;
const LONGEST_MS = 1000;

export function webglPace(gl: WebGL2RenderingContext): Pace {
  const fences: Fences = {
    place: () => gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0),
    isPassed: (fence) => gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED,
    remove: (fence) => gl.deleteSync(fence),
  };
  // Four times in a frame of a screen at 60 Hz.
  return new Pace(fences, { nowMs: () => performance.now(), later: (act) => void setTimeout(act, 4) });
}
