/**
 * Distinguishes a requested paste from one by the middle button: on Linux a browser pastes the text selected anywhere
 * on the desktop when that button is released, also after a drag that moved the camera.
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
    // A paste after a key press is requested.
    on("keydown", () => (this.#releasedMs = -Infinity));
  }

  /** Returns whether the paste comes from the button. */
  hasMade(paste: Event): boolean {
    return paste.timeStamp - this.#releasedMs < AFTERWARDS_MS;
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
  }
}

const MIDDLE = 1;
/** Browsers paste at once, but a busy page gets the event later. */
const AFTERWARDS_MS = 1000;
