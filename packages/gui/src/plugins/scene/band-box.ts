import type { PictureArea } from "../../render/within.ts";
import type { Corner } from "./rubber-band.ts";

/** The rectangle that is drawn over the canvas of a scene. */
export class BandBox {
  readonly #canvas: HTMLCanvasElement;
  readonly #element = document.createElement("div");

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#element.className = "scene-band";
  }

  /** Shows the rectangle between two places of the page; `undefined` hides it. */
  show(corners: readonly [Corner, Corner] | undefined): void {
    if (corners === undefined) return this.#element.remove();
    const [a, b] = corners;
    if (!this.#element.isConnected) this.#canvas.after(this.#element);
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { style } = this.#element;
    style.left = `${Math.min(a.x, b.x) - left}px`;
    style.top = `${Math.min(a.y, b.y) - top}px`;
    style.width = `${Math.abs(a.x - b.x)}px`;
    style.height = `${Math.abs(a.y - b.y)}px`;
  }

  /** Returns the part of the picture that the rectangle between two places of the page covers. */
  areaOf(a: Corner, b: Corner): PictureArea {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const across = (x: number): number => ((x - left) / width) * 2 - 1;
    const up = (y: number): number => 1 - ((y - top) / height) * 2;
    return {
      left: across(Math.min(a.x, b.x)),
      right: across(Math.max(a.x, b.x)),
      bottom: up(Math.max(a.y, b.y)),
      top: up(Math.min(a.y, b.y)),
    };
  }
}
