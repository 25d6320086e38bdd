import { type Pen } from "../pens/pen.ts";
import { type MarkerShape } from "../plot-description.ts";

/** Draws markers of one curve: those with an area are filled, the others are strokes. */
export class MarkerPen {
  readonly #pen: Pen;
  readonly #shape: MarkerShape;
  readonly #radius: number;
  /** x and y in turn. */
  readonly #places: number[] = [];

  constructor(pen: Pen, shape: MarkerShape, radius: number) {
    this.#pen = pen;
    this.#shape = shape;
    this.#radius = radius;
  }

  add(x: number, y: number): void {
    this.#places.push(x, y);
  }

  /** Draws what was added, with a border in a second colour that sets it off from a line of its own colour. */
  finish(colour: string, opacity: number, border?: string): void {
    if (this.#places.length === 0) return;
    if (border !== undefined) this.#draw(this.#radius + 1, border, 1);
    this.#draw(this.#radius, colour, opacity);
    this.#places.length = 0;
  }

  #draw(radius: number, colour: string, opacity: number): void {
    for (let i = 0; i < this.#places.length; i += 2) this.#mark(this.#places[i]!, this.#places[i + 1]!, radius);
    const isStroke = this.#shape === "cross" || this.#shape === "plus" || this.#shape === "bar";
    // As wide as half the marker, plus the border on either side.
    const width = this.#radius * 0.5 + (radius - this.#radius) * 2;
    if (isStroke) this.#pen.stroke({ colour, width, dash: [], opacity });
    else this.#pen.fill(colour, opacity);
  }

  #mark(x: number, y: number, r: number): void {
    switch (this.#shape) {
      case "none":
      case "circle":
        return this.#outline(x, y, CIRCLE, r);
      case "square":
        return this.#outline(x, y, SQUARE, r);
      case "triangle":
        return this.#outline(x, y, TRIANGLE, r);
      case "down-triangle":
        return this.#outline(x, y, TRIANGLE, -r);
      case "diamond":
        return this.#outline(x, y, DIAMOND, r);
      case "cross":
        this.#line(x - r * 0.9, y - r * 0.9, x + r * 0.9, y + r * 0.9);
        return this.#line(x - r * 0.9, y + r * 0.9, x + r * 0.9, y - r * 0.9);
      case "plus":
        this.#line(x - r * 1.2, y, x + r * 1.2, y);
        return this.#line(x, y - r * 1.2, x, y + r * 1.2);
      case "bar":
        return this.#line(x, y - r * 1.5, x, y + r * 1.5);
    }
  }

  #outline(x: number, y: number, corners: readonly number[], r: number): void {
    this.#pen.moveTo(x + corners[0]! * r, y + corners[1]! * r);
    for (let i = 2; i < corners.length; i += 2) this.#pen.lineTo(x + corners[i]! * r, y + corners[i + 1]! * r);
  }

  #line(x0: number, y0: number, x1: number, y1: number): void {
    this.#pen.moveTo(x0, y0);
    this.#pen.lineTo(x1, y1);
  }
}

const CIRCLE: readonly number[] = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8).flatMap((angle) => [
  Math.cos(angle),
  Math.sin(angle),
]);
// All about as large to the eye.
const SQUARE: readonly number[] = [-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88];
const TRIANGLE: readonly number[] = [0, -1.25, 1.1, 0.75, -1.1, 0.75];
const DIAMOND: readonly number[] = [0, -1.3, 1.1, 0, 0, 1.3, -1.1, 0];
