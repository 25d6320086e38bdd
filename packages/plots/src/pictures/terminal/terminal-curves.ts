import { type BrailleRaster } from "./braille.ts";
import { MARKERS } from "../curves/curve-looks.ts";
import { curvePath } from "../curves/curve-path.ts";
import { valueAt } from "../curves/curve-values.ts";
import { type DrawnCurve } from "../curves/drawn-curve.ts";
import { type MarkerShape, type PlotDescription } from "../plot-description.ts";
import { type Scale, toPixel, toValue } from "../axes/scale.ts";

/** Returns the control sequence of a curve's colour: one of the terminal's own, which suit its ground. */
export function curveStyle(plot: PlotDescription, index: number): string {
  const { colour, isDimmed } = plot.curves[index]!;
  const whole = Number.isFinite(colour) ? Math.trunc(colour) : 0;
  const sgr = COLOURS[((whole % COLOURS.length) + COLOURS.length) % COLOURS.length]!;
  return isDimmed ? `2;${sgr}` : String(sgr);
}

/** Returns what a curve is told apart by where there are no colours. */
export function curveSymbol(plot: PlotDescription, index: number): string {
  const { marker } = plot.curves[index]!;
  return marker === "none" ? SYMBOLS[MARKERS[index % MARKERS.length]!]! : SYMBOLS[marker]!;
}

/** Blue, yellow, green, magenta, cyan, red, bright yellow, bright magenta. */
const COLOURS: readonly number[] = [94, 33, 32, 35, 36, 31, 93, 95];
const SYMBOLS: Readonly<Partial<Record<MarkerShape, string>>> = {
  circle: "●",
  square: "■",
  triangle: "▲",
  diamond: "◆",
  cross: "×",
  plus: "+",
  "down-triangle": "▼",
  bar: "┃",
};

/** Draws a curve as dots. */
export function drawTerminalCurve(
  raster: BrailleRaster,
  curve: DrawnCurve,
  plot: PlotDescription,
  index: number,
  x: Scale,
  y: Scale,
) {
  const { style } = plot.curves[index]!;
  if (style === "points" && curve.type === "points") {
    for (let i = 0; i < curve.count; i++) {
      const [atX, atY] = [toPixel(x, curve.xs[i]!), toPixel(y, curve.ys[i]!)];
      if (!Number.isNaN(atX + atY)) raster.dot(Math.round(atX), Math.round(atY), index);
    }
    return;
  }
  const frame = { x: 0, y: 0, width: raster.columns * 2, height: raster.rows * 4 };
  raster.polyline(curvePath(curve, style, x, y, frame), index);
}

/** A symbol of a curve, in a cell of its raster. */
export interface CurveSymbol {
  readonly column: number;
  readonly row: number;
  readonly index: number;
}

/** Returns where the symbols of a curve over time are: at columns that depend on the curve. */
export function symbolsOf(
  curve: DrawnCurve,
  plot: PlotDescription,
  index: number,
  x: Scale,
  y: Scale,
  columns: number,
): CurveSymbol[] {
  if (curve.type === "points" && curve.times !== undefined) return [];
  const found: CurveSymbol[] = [];
  for (let column = 4 + ((index * 5) % APART); column < columns; column += APART) {
    const value = valueAt(curve, toValue(x, column * 2 + 0.5), plot.curves[index]!.style);
    const row = Math.floor(Math.round(toPixel(y, value)) / 4);
    if (Number.isFinite(row)) found.push({ column, row, index });
  }
  return found;
}

/** Columns between the symbols of a curve. */
const APART = 24;
