/** Knows whether the focused element got the focus from the mouse or a finger, or from the keyboard. */
export class FocusOrigin implements Disposable {
  readonly #listening = new AbortController();
  #isPointerLast = false;
  #isByPointer = false;

  constructor(page: EventTarget) {
    const on = (type: string, listener: () => void): void =>
      page.addEventListener(type, listener, { signal: this.#listening.signal, capture: true });
    // A press on the focused element makes the focus the pointer's, without a `focusin` event.
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
