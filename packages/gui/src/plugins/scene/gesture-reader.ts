import type { PointerState } from "../../shell/tools/scene-tool.ts";

/** A place of the page, in pixels. */
export interface PagePlace {
  readonly x: number;
  readonly y: number;
}

/** A turn of the wheel, down the page. */
export interface WheelTurn extends PagePlace {
  readonly pixels: number;
}

/** Gestures on a canvas. */
export interface GestureListener {
  /** Handles the pointer while nothing is pressed; called at most once per frame. */
  hover(pointer: PointerState): void;
  leave(): void;
  click(pointer: PointerState): void;
  doubleClick(pointer: PointerState): void;
  rightClick(pointer: PointerState): void;
  /** Begins a drag. Returns whether a tool took it, so that it does not move the camera. */
  dragStart(pointer: PointerState, from: PointerState): boolean;
  /** Continues a drag; `right` and `down` in heights of the canvas. */
  drag(pointer: PointerState, right: number, down: number, isTaken: boolean): void;
  /** Ends a drag. `isLost`: the browser has taken the pointer away. */
  dragEnd(pointer: PointerState, end: { readonly isTaken: boolean; readonly isLost: boolean }): void;
  /**
   * Handles two fingers: how far their midpoint moved, in heights of the canvas, and by which factor their distance
   * changed.
   */
  pinch(right: number, down: number, factor: number, middle: PagePlace): void;
  wheel(turn: WheelTurn): void;
}

/** Pixels: movement allowed within a click. */
const SHAKE = 4;

/** Turns presses, moves and releases into clicks, drags and pinches: a state machine without access to the page. */
export class GestureReader {
  readonly #to: GestureListener;
  /** Pressed pointers by id, where they were last. */
  readonly #down = new Map<number, PointerState>();
  #pressed: PointerState | undefined;
  #drag: { readonly isTaken: boolean; readonly pointerId: number } | undefined;

  constructor(to: GestureListener) {
    this.#to = to;
  }

  press(pointer: PointerState): void {
    this.#down.set(pointer.pointerId, pointer);
    this.#pressed = this.#down.size === 1 ? pointer : undefined;
  }

  /** Handles a move over a canvas of this height. Returns whether the pointer is pressed; otherwise it hovers. */
  move(pointer: PointerState, height: number): boolean {
    const last = this.#down.get(pointer.pointerId);
    if (last === undefined) return false;
    if (this.#down.size === 2) this.#pinch(pointer, last, height);
    else if (this.#down.size === 1) this.#dragOn(pointer, last, height);
    this.#down.set(pointer.pointerId, pointer);
    return true;
  }

  release(pointer: PointerState, isLost: boolean): void {
    if (!this.#down.delete(pointer.pointerId)) return;
    // A second finger that comes and goes does not end a drag of the first one.
    if (this.#drag?.isTaken === true && this.#drag.pointerId !== pointer.pointerId) return;
    if (this.#drag !== undefined) this.#to.dragEnd(pointer, { isTaken: this.#drag.isTaken, isLost });
    else if (this.#pressed !== undefined && !isLost) {
      if (pointer.button === 0) this.#to.click(pointer);
      else if (pointer.button === 2) this.#to.rightClick(pointer);
      if (pointer.isTouch) this.#to.leave();
    }
    this.#drag = this.#pressed = undefined;
  }

  /** Handles a resting finger like the right button. */
  rest(): void {
    if (this.#pressed?.isTouch !== true || this.#drag !== undefined) return;
    this.#to.rightClick(this.#pressed);
    this.#pressed = undefined;
  }

  #dragOn(pointer: PointerState, last: PointerState, height: number): void {
    const pressed = this.#pressed;
    if (this.#drag === undefined) {
      if (pressed === undefined || apart(pressed, pointer) <= SHAKE) return;
      this.#drag = { isTaken: this.#to.dragStart(pointer, pressed), pointerId: pointer.pointerId };
    }
    this.#to.drag(pointer, (pointer.x - last.x) / height, (pointer.y - last.y) / height, this.#drag.isTaken);
  }

  #pinch(pointer: PointerState, last: PointerState, height: number): void {
    const other = [...this.#down.values()].find(({ pointerId }) => pointerId !== pointer.pointerId)!;
    const [right, down] = [(pointer.x - last.x) / 2, (pointer.y - last.y) / 2];
    const factor = apart(last, other) / Math.max(1, apart(pointer, other));
    const middle = { x: (pointer.x + other.x) / 2, y: (pointer.y + other.y) / 2 };
    this.#to.pinch(right / height, down / height, factor, middle);
  }
}

function apart(a: PagePlace, b: PagePlace): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
