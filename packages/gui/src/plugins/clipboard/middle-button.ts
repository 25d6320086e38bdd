/**
 * Distinguishes a paste that the user asked for from one by the middle button. On Linux a browser pastes the text
 * selected anywhere on the desktop when that button is released, even after a drag that moved the camera.
 */
export class MiddleButton implements Disposable {
  readonly #listening = new AbortController();
  #releasedMs = -Infinity;

  constructor(page: EventTarget) {
    const on = (type: string, listener: (event: Event) => void): void =>
      page.addEventListener(type, listener, { signal: this.#listening.signal, capture: true });
    for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "auxclick"]) {
      on(type, (event) => {
        this.#releasedMs = (event as MouseEvent).button === MIDDLE ? event.timeStamp : -Infinity;
      });
    }
    // A paste after a key press was asked for.
    on("keydown", () => (this.#releasedMs = -Infinity));
  }

  /** Returns whether the middle button caused the paste. */
  hasMade(paste: Event): boolean {
    return paste.timeStamp - this.#releasedMs < AFTERWARDS_MS;
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
  }
}

const MIDDLE = 1;
/** Browsers paste at once, but a busy page gets the event later than that. */
const AFTERWARDS_MS = 1000;
