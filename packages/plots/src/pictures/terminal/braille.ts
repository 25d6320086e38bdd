import { type CurvePath } from "../curves/curve-path.ts";

/** A raster of dots, two beside each other and four below each other in each character. */
export class BrailleRaster {
  readonly columns: number;
  readonly rows: number;
  /** The dots of each character, as bits of Unicode's braille patterns. */
  readonly #dots: Uint8Array;
  /** Who drew last into each character. */
  readonly #owners: Int16Array;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#dots = new Uint8Array(columns * rows);
    this.#owners = new Int16Array(columns * rows);
  }

  /** Sets a dot; x and y count from the upper left one. Nothing happens outside. */
  dot(x: number, y: number, owner: number): void {
    if (x < 0 || y < 0 || x >= this.columns * 2 || y >= this.rows * 4) return;
    const cell = (y >> 2) * this.columns + (x >> 1);
    this.#dots[cell]! |= BITS[(y & 3) * 2 + (x & 1)]!;
    this.#owners[cell] = owner;
  }

  /** Draws a line through points in dots, with interruptions. */
  polyline({ pairs, count }: CurvePath, owner: number): void {
    for (let i = 0; i + 1 < count; i++) {
      const [x0, y0, x1, y1] = [pairs[2 * i]!, pairs[2 * i + 1]!, pairs[2 * i + 2]!, pairs[2 * i + 3]!];
      if (Number.isNaN(x0) || Number.isNaN(x1)) continue;
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
      for (let step = 0; step <= steps; step++) {
        const share = step / steps;
        this.dot(Math.round(x0 + (x1 - x0) * share), Math.round(y0 + (y1 - y0) * share), owner);
      }
    }
  }

  /** Returns the character of a cell and who drew it; `undefined` where nothing is. */
  cell(column: number, row: number): { readonly letter: string; readonly owner: number } | undefined {
    const cell = row * this.columns + column;
    const dots = this.#dots[cell]!;
    return dots === 0 ? undefined : { letter: String.fromCodePoint(0x2800 + dots), owner: this.#owners[cell]! };
  }
}

/** Of the dots from left to right, from above to below. */
const BITS: readonly number[] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
