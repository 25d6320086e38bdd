/**
 * What draws a picture: a canvas, an SVG, a PDF. Places are in px (1/96 inch) from the upper left corner. Whoever has a
 * canvas writes an adapter; everything else is shared.
 */
export interface Pen {
  /** Begins a line, or an outline. */
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  /** Draws all lines since the last `stroke` or `fill`, and forgets them. */
  stroke(style: Stroke): void;
  /** Fills all outlines since the last `stroke` or `fill`, each closed by itself, and forgets them. */
  fill(colour: string, opacity: number): void;
  /**
   * Draws a line through `count` points, x and y in turn. It is interrupted where x is NaN. The array is the caller's and
   * is used again.
   */
  polyline(pairs: Float64Array, count: number, style: Stroke): void;
  fillRect(x: number, y: number, width: number, height: number, colour: string, opacity: number): void;
  /** Draws one line of text on its base line. */
  fillText(text: string, x: number, y: number, style: TextStyle): void;
  /** Restricts what follows to a rectangle, until `unclip`. Clips are not nested. */
  clip(x: number, y: number, width: number, height: number): void;
  unclip(): void;
  /** What follows belongs to something with this name, until `endGroup`: a tooltip in SVG. */
  beginGroup(name: string): void;
  endGroup(): void;
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  /** Lengths of lines and gaps; empty for a solid line. */
  readonly dash: readonly number[];
  readonly opacity: number;
}

export type Anchor = "start" | "middle" | "end";

export interface TextStyle {
  readonly colour: string;
  /** Of the font. */
  readonly size: number;
  readonly isBold: boolean;
  /** Which part of the text is at the place. */
  readonly anchor: Anchor;
  /** Of texts that are read from below to above. */
  readonly isUpright: boolean;
}

/** Returns the length of a text in px. A page measures with its own font; files have `helveticaWidth`. */
export type MeasureText = (text: string, size: number, isBold: boolean) => number;

/** The height of capitals, as a share of the font's size: of Helvetica and of Inter. */
export const CAPITALS = 0.72;
