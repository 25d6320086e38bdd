/** Knows whether the focused element got the focus by the mouse or a finger, or by the keyboard. */
export class FocusOrigin implements Disposable {
  readonly #listening = new AbortController();
  readonly #byPointer = new WeakSet<EventTarget>();
  #last: "pointer" | "keyboard" | "closing" = "keyboard";
  #focused: EventTarget | undefined;
  #isByPointer = false;

  constructor(page: EventTarget) {
    const on = (type: string, listener: (event: Event) => void): void =>
      page.addEventListener(type, listener, { signal: this.#listening.signal, capture: true });
    on("pointerdown", (event) => {
      this.#last = "pointer";
      this.#isByPointer = true;
      // Clicking the focused element makes it a focus by pointer, without a `focusin` event.
      const focused = this.#focused;
      if (focused !== undefined && event.composedPath().includes(focused)) this.#byPointer.add(focused);
    });
    on("keydown", (event) => (this.#last = CLOSING.has((event as KeyboardEvent).key) ? "closing" : "keyboard"));
    on("focusin", ({ target }) => target !== null && this.#focus(target));
  }

  get isByPointer(): boolean {
    return this.#isByPointer;
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
  }

  #focus(target: EventTarget): void {
    this.#focused = target;
    // When a key closes a menu or dialog, the focus returns, and counts as coming from whatever opened the menu.
    this.#isByPointer = this.#last === "pointer" || (this.#last === "closing" && this.#byPointer.has(target));
    if (this.#isByPointer) this.#byPointer.add(target);
    else this.#byPointer.delete(target);
  }
}

/** Keys that close something open, by cancelling or choosing. They do not move the focus otherwise. */
const CLOSING: ReadonlySet<string> = new Set(["Escape", "Enter", " "]);
