import type { CameraPlace } from "./camera-rig.ts";

/** Moves the camera to take in what comes, until somebody moves it or is at work. */
export class FirstFraming {
  /** Until then it takes in what comes: without an end before there is anything to see, zero when somebody has moved it. */
  #untilMs = Infinity;
  #isDue = true;

  /** Somebody has put the camera where it is. */
  get isOver(): boolean {
    return this.#untilMs === 0;
  }

  /** Whether the camera has to be put where it sees everything. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Nothing has been framed yet: where somebody was before counts. */
  get isFirst(): boolean {
    return this.#untilMs === Infinity;
  }

  /** Something has come or gone. */
  noteChange(nowMs: number): void {
    this.#isDue = nowMs < this.#untilMs;
  }

  /** Everything was framed. Meshes come later than the rest. */
  noteFramed(nowMs: number): void {
    if (this.isFirst) this.#untilMs = nowMs + SETTLING_MS;
    this.#isDue = false;
  }

  /** Somebody is at work: whatever comes, the camera stays. */
  stay(nowMs: number): void {
    if (!this.isFirst) this.#untilMs = Math.min(this.#untilMs, nowMs);
  }

  /** Somebody has moved the camera. */
  end(): void {
    this.#untilMs = 0;
    this.#isDue = false;
  }
}

/** Where the camera is before there is anything to see. */
export const FIRST_PLACE: CameraPlace = {
  target: { x: 0, y: 0, z: 0.5 },
  distance: 8,
  azimuth: -0.95,
  elevation: 0.36,
};
const SETTLING_MS = 3000;
