import { longPresses } from "./long-press.ts";
import { tipTarget } from "./tip.ts";

/** Delays in milliseconds. */
export const TIP_DELAYS = { first: 350, late: 900, grace: 300 } as const;

/**
 * Watches the page for triggers of tooltips: a pointer that rests on an element, keyboard focus, or a long press. Once
 * one is shown, those of neighbours appear without a delay.
 */
export class TipWatch implements Disposable {
  readonly #show: (target: HTMLElement | undefined) => void;
  readonly #listening = new AbortController();
  readonly #presses: Disposable;
  #target: HTMLElement | undefined;
  #isShown = false;
  #hiddenAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isByKeys = false;

  /** `show` is called with the element whose tooltip is to be shown from now on, or with `undefined`. */
  constructor(page: Document, show: (target: HTMLElement | undefined) => void) {
    this.#show = show;
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      page.addEventListener(name, listener, { signal: this.#listening.signal, capture: true, passive: true });
    on("pointerover", (event) => event.pointerType !== "touch" && this.#point(event));
    on("pointerout", (event) => event.relatedTarget === null && event.pointerType !== "touch" && this.#leave());
    on("pointerdown", () => {
      this.#isByKeys = false;
      this.#leave();
    });
    on("keydown", ({ key }) => {
      if (/^(Shift|Control|Alt|Meta)$/.test(key)) return;
      this.#isByKeys = true;
      this.#leave();
    });
    on("focusin", ({ target }) => this.#isByKeys && this.#ask(tipTarget(target)));
    on("focusout", () => this.#leave());
    on("scroll", () => this.#leave());
    on("dragstart", () => this.#leave());
    page.defaultView?.addEventListener("blur", () => this.#leave(), { signal: this.#listening.signal });
    this.#presses = longPresses(page, (at) => {
      const target = tipTarget(at);
      if (target !== undefined) this.#open(target);
      return target !== undefined;
    });
  }

  [Symbol.dispose](): void {
    this.#leave();
    this.#listening.abort();
    this.#presses[Symbol.dispose]();
  }

  #point({ target, buttons }: PointerEvent): void {
    const next = tipTarget(target);
    // While something is dragged, no tooltip appears.
    if (buttons !== 0 || next === this.#target) return;
    this.#ask(next);
  }

  #ask(target: HTMLElement | undefined): void {
    const isLate = target?.hasAttribute("data-tip-late") ?? false;
    const isNext = !isLate && (this.#isShown || performance.now() - this.#hiddenAt < TIP_DELAYS.grace);
    this.#leave();
    if (target === undefined) return;
    this.#target = target;
    if (isNext) return this.#open(target);
    this.#timer = setTimeout(() => this.#open(target), isLate ? TIP_DELAYS.late : TIP_DELAYS.first);
  }

  #open(target: HTMLElement): void {
    clearTimeout(this.#timer);
    if (!target.isConnected) return;
    this.#target = target;
    this.#isShown = true;
    this.#show(target);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#target = undefined;
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#hiddenAt = performance.now();
    this.#show(undefined);
  }
}
