import type { FirstKeys } from "./first-keys.ts";
import { longPresses } from "./long-press.ts";
import { tipTarget } from "./tip.ts";

/** Delays in milliseconds. */
const TIP_DELAYS = { first: 350, late: 900, grace: 300 } as const;

export interface TipWatchOptions {
  /** The page's keys: a tooltip for the focus appears only if a key has moved it. */
  readonly keys: FirstKeys;
  /** Called with the element whose tooltip is to be shown from now on, or with `undefined`. */
  readonly show: (target: HTMLElement | undefined) => void;
}

/**
 * Watches the page for triggers of tooltips: a pointer that rests on an element, keyboard focus, or a long press. Once
 * one is shown, those of neighbours appear without a delay.
 */
export class TipWatch implements Disposable {
  readonly #show: (target: HTMLElement | undefined) => void;
  readonly #listening = new AbortController();
  readonly #parts = new DisposableStack();
  #target: HTMLElement | undefined;
  #isShown = false;
  #hiddenAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isByKeys = false;

  constructor(page: Document, { keys, show }: TipWatchOptions) {
    this.#show = show;
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      page.addEventListener(name, listener, { signal: this.#listening.signal, capture: true, passive: true });
    on("pointerover", (event) => event.pointerType !== "touch" && this.#point(event));
    on("pointerout", (event) => event.relatedTarget === null && event.pointerType !== "touch" && this.#leave());
    on("pointerdown", () => {
      this.#isByKeys = false;
      this.#leave();
    });
    this.#parts.use(keys.events.on((event) => this.#noteKey(event)));
    on("focusin", ({ target }) => this.#isByKeys && this.#ask(tipTarget(target)));
    on("focusout", () => this.#leave());
    on("scroll", () => this.#leave());
    on("dragstart", () => this.#leave());
    page.defaultView?.addEventListener("blur", () => this.#leave(), { signal: this.#listening.signal });
    this.#parts.use(
      longPresses(page, (at) => {
        const target = tipTarget(at);
        if (target !== undefined) this.#open(target);
        return target !== undefined;
      }),
    );
  }

  [Symbol.dispose](): void {
    this.#leave();
    this.#listening.abort();
    this.#parts.dispose();
  }

  #noteKey({ type, key }: KeyboardEvent): void {
    if (type !== "keydown" || /^(Shift|Control|Alt|Meta)$/.test(key)) return;
    this.#isByKeys = true;
    this.#leave();
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
