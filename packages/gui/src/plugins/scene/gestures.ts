/** Gestures on the canvas. Places are in pixels of the page. */
export interface GestureListener {
  /** Handles the pointer while nothing is pressed; called at most once per frame. */
  hover(event: PointerEvent): void;
  leave(): void;
  click(event: PointerEvent): void;
  doubleClick(event: MouseEvent): void;
  rightClick(event: PointerEvent): void;
  /** Begins a drag. Returns whether a tool took it, so that it does not move the camera. */
  dragStart(event: PointerEvent, from: PointerEvent): boolean;
  /** Continues a drag; `right` and `down` in heights of the canvas. */
  drag(event: PointerEvent, right: number, down: number, isTaken: boolean): void;
  dragEnd(event: PointerEvent, isTaken: boolean): void;
  /**
   * Handles two fingers: how far their midpoint moved, in heights of the canvas, and by which factor their distance
   * changed.
   */
  pinch(right: number, down: number, factor: number, middle: { readonly x: number; readonly y: number }): void;
  wheel(event: WheelEvent): void;
}

/** Pixels: movement allowed within a click. */
const SHAKE = 4;

/** Turns pointer events into clicks, drags and pinches. */
export class Gestures implements Disposable {
  readonly #canvas: HTMLCanvasElement;
  readonly #to: GestureListener;
  readonly #listening = new AbortController();
  /** Pressed pointers by id, with their latest events. */
  readonly #down = new Map<number, PointerEvent>();
  #pressed: PointerEvent | undefined;
  #drag: { readonly isTaken: boolean; readonly pointerId: number } | undefined;
  #hovering = 0;

  constructor(canvas: HTMLCanvasElement, to: GestureListener) {
    this.#canvas = canvas;
    this.#to = to;
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, listener, { signal: this.#listening.signal, passive: false });
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", (event) => this.#release(event));
    on("pointerleave", () => {
      cancelAnimationFrame(this.#hovering);
      to.leave();
    });
    on("dblclick", (event) => to.doubleClick(event));
    on("contextmenu", (event) => this.#rest(event));
    // Some browsers scroll with the middle button, others paste.
    const keepMiddle = (event: MouseEvent): void => {
      if (event.button === 1) event.preventDefault();
    };
    on("mousedown", keepMiddle);
    on("mouseup", keepMiddle);
    on("auxclick", keepMiddle);
    on("wheel", (event) => {
      event.preventDefault();
      to.wheel(event);
    });
  }

  [Symbol.dispose](): void {
    cancelAnimationFrame(this.#hovering);
    this.#listening.abort();
  }

  /** Handles a resting finger like the right button. */
  #rest(event: MouseEvent): void {
    event.preventDefault();
    if (this.#pressed?.pointerType !== "touch" || this.#drag !== undefined) return;
    this.#to.rightClick(this.#pressed);
    this.#pressed = undefined;
  }

  #press(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    // Browsers focus the canvas themselves for the other buttons.
    if (event.button === 1) this.#canvas.focus({ preventScroll: true });
    // Otherwise Ctrl+C would copy text that is selected elsewhere.
    getSelection()?.removeAllRanges();
    this.#down.set(event.pointerId, event);
    this.#pressed = this.#down.size === 1 ? event : undefined;
  }

  #move(event: PointerEvent): void {
    const last = this.#down.get(event.pointerId);
    if (last === undefined) return this.#hover(event);
    if (this.#down.size === 2) this.#pinch(event);
    else if (this.#down.size === 1) this.#dragOn(event, last);
    this.#down.set(event.pointerId, event);
  }

  #dragOn(event: PointerEvent, last: PointerEvent): void {
    const pressed = this.#pressed;
    if (this.#drag === undefined) {
      if (pressed === undefined || apart(pressed, event) <= SHAKE) return;
      this.#drag = { isTaken: this.#to.dragStart(event, pressed), pointerId: event.pointerId };
    }
    const height = this.#canvas.clientHeight;
    const [right, down] = [(event.clientX - last.clientX) / height, (event.clientY - last.clientY) / height];
    this.#to.drag(event, right, down, this.#drag.isTaken);
  }

  #pinch(event: PointerEvent): void {
    const other = [...this.#down.values()].find(({ pointerId }) => pointerId !== event.pointerId)!;
    const last = this.#down.get(event.pointerId)!;
    const height = this.#canvas.clientHeight;
    const [right, down] = [(event.clientX - last.clientX) / 2, (event.clientY - last.clientY) / 2];
    const factor = apart(last, other) / Math.max(1, apart(event, other));
    const middle = { x: (event.clientX + other.clientX) / 2, y: (event.clientY + other.clientY) / 2 };
    this.#to.pinch(right / height, down / height, factor, middle);
  }

  #release(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    const { pointerType, button, type } = event;
    // A second finger that comes and goes does not end a drag of the first one.
    if (this.#drag?.isTaken === true && this.#drag.pointerId !== event.pointerId) return;
    if (this.#drag !== undefined) this.#to.dragEnd(event, this.#drag.isTaken);
    else if (this.#pressed !== undefined && type === "pointerup") {
      if (button === 0) this.#to.click(event);
      else if (button === 2) this.#to.rightClick(event);
      if (pointerType === "touch") this.#to.leave();
    }
    this.#drag = this.#pressed = undefined;
  }

  /** Reports the pointer; what is under it is looked up at most once per frame. */
  #hover(event: PointerEvent): void {
    cancelAnimationFrame(this.#hovering);
    this.#hovering = requestAnimationFrame(() => this.#to.hover(event));
  }
}

function apart(a: PointerEvent, b: PointerEvent): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
