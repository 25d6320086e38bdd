/** Knows whether the focused element got the focus from the mouse or a finger, or from the keyboard. */
export class FocusOrigin implements Disposable {
  readonly #listening = new AbortController();
  #isPointerLast = false;
  #isByPointer = false;

  constructor(page: EventTarget) {
    const on = (type: string, listener: () => void): void =>
      page.addEventListener(type, listener, { signal: this.#listening.signal, capture: true });
    // A press on what has the focus already makes it the pointer's: no `focusin` tells of that.
    on("pointerdown", () => (this.#isPointerLast = this.#isByPointer = true));
    on("keydown", () => (this.#isPointerLast = false));
    on("focusin", () => (this.#isByPointer = this.#isPointerLast));
  }

  get isByPointer(): boolean {
    return this.#isByPointer;
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
  }
}
