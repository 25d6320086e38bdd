/**
 * Distinguishes a paste that the user asked for from one by the middle button. On Linux a browser pastes the text
 * selected anywhere on the desktop when that button is released, even after a drag that moved the camera.
 */
export class MiddleButton {
  #releasedMs = -Infinity;

  /** Handles a press or a release of a button. */
  noteButton({ button, timeStamp }: Pick<MouseEvent, "button" | "timeStamp">): void {
    this.#releasedMs = button === MIDDLE ? timeStamp : -Infinity;
  }

  /** Handles a key press: a paste after it was asked for. */
  noteKey(): void {
    this.#releasedMs = -Infinity;
  }

  /** Returns whether the middle button caused the paste. */
  hasMade({ timeStamp }: Pick<Event, "timeStamp">): boolean {
    return timeStamp - this.#releasedMs < AFTERWARDS_MS;
  }
}

const MIDDLE = 1;
/** Browsers paste at once, but a busy page gets the event later than that. */
const AFTERWARDS_MS = 1000;
