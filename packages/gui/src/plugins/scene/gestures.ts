import { opensMenus } from "../../ui/menu-requests.ts";
import { GestureReader, type GestureListener } from "./gesture-reader.ts";
import { pointerState, wheelTurn } from "./read-events.ts";

/** Passes what pointers do on a canvas to a reader of gestures, and keeps the browser from doing something else. */
export class Gestures implements Disposable {
  readonly #canvas: HTMLCanvasElement;
  readonly #to: GestureListener;
  readonly #reader: GestureReader;
  readonly #listening = new AbortController();
  readonly #menus: Disposable;
  #hovering = 0;

  constructor(canvas: HTMLCanvasElement, to: GestureListener) {
    this.#canvas = canvas;
    this.#to = to;
    this.#reader = new GestureReader(to);
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, listener, { signal: this.#listening.signal, passive: false });
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#reader.release(pointerState(event), false));
    on("pointercancel", (event) => this.#reader.release(pointerState(event), true));
    on("pointerleave", () => {
      cancelAnimationFrame(this.#hovering);
      to.leave();
    });
    on("dblclick", (event) => to.doubleClick(pointerState(event)));
    // Some browsers scroll with the middle button, others paste.
    const keepMiddle = (event: MouseEvent): void => {
      if (event.button === 1) event.preventDefault();
    };
    on("mousedown", keepMiddle);
    on("mouseup", keepMiddle);
    on("auxclick", keepMiddle);
    on("wheel", (event) => {
      event.preventDefault();
      to.wheel(wheelTurn(event));
    });
    this.#menus = opensMenus(canvas, () => {
      this.#reader.rest();
      return true;
    });
  }

  [Symbol.dispose](): void {
    cancelAnimationFrame(this.#hovering);
    this.#menus[Symbol.dispose]();
    this.#listening.abort();
  }

  #press(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    // Browsers focus the canvas themselves for the other buttons.
    if (event.button === 1) this.#canvas.focus({ preventScroll: true });
    // Otherwise Ctrl+C would copy text that is selected elsewhere.
    getSelection()?.removeAllRanges();
    this.#reader.press(pointerState(event));
  }

  /** Reports a pointer that is not pressed at most once per frame: what is under it has to be looked up. */
  #move(event: PointerEvent): void {
    const pointer = pointerState(event);
    if (this.#reader.move(pointer, this.#canvas.clientHeight)) return;
    cancelAnimationFrame(this.#hovering);
    this.#hovering = requestAnimationFrame(() => this.#to.hover(pointer));
  }
}
