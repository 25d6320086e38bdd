import { type Box } from "../axes/axis-layout.ts";
import { type CurvePath, curvePath, visiblePoints } from "./curve-path.ts";
import { valueAt } from "./curve-values.ts";
import { type DrawnCurve } from "./drawn-curve.ts";
import { MARKERS } from "./curve-looks.ts";
import { MarkerPen } from "./markers.ts";
import { niceStep } from "../axes/nice-step.ts";
import { type Pen, type Stroke } from "../pens/pen.ts";
import { type CurveDescription } from "../plot-description.ts";
import { place, type Scale, toPixel } from "../axes/scale.ts";

/** A curve in its plot. */
export interface CurveDrawing {
  readonly curve: DrawnCurve;
  readonly description: CurveDescription;
  readonly index: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly frame: Box;
}

/**
 * Draws markers on a line: on its samples while there are few, otherwise now and then. Over time they are at fixed
 * moments, so that they move with the curve; those of different curves are at different ones.
 */
export function drawLineMarkers(pen: Pen, drawing: CurveDrawing, stroke: Stroke, ground: string): void {
  const { curve, description, index, x, y, frame } = drawing;
  const markers = new MarkerPen(pen, description.marker, 2.25 + stroke.width / 2);
  const add = (atX: number, atY: number) => {
    const isInside =
      atX >= frame.x - 5 && atX <= frame.x + frame.width + 5 && atY >= frame.y - 5 && atY <= frame.y + frame.height + 5;
    if (isInside) markers.add(atX, atY);
  };
  const [first, end] = curve.type === "points" ? visiblePoints(curve, x) : [0, Infinity];
  if (curve.type === "points" && (end - first) * CLOSEST <= frame.width) {
    for (let i = first; i < end; i++) add(toPixel(x, curve.xs[i]!), toPixel(y, curve.ys[i]!));
  } else if (curve.type === "points" && curve.times !== undefined) {
    alongPath(curvePath(curve, description.style, x, y, frame), add);
  } else {
    const [low, high] = [place(x.type, x.least), place(x.type, x.greatest)];
    const step = niceStep(((high - low) / frame.width) * APART).size;
    const shift = ((index % MARKERS.length) / MARKERS.length) * step;
    for (let at = Math.floor((low - shift) / step) * step + shift; at <= high; at += step) {
      const value = x.type === "log" ? 10 ** at : at;
      add(toPixel(x, value), toPixel(y, valueAt(curve, value, description.style)));
    }
  }
  markers.finish(stroke.colour, stroke.opacity, ground);
}

/** Between markers on a line, in px. */
const APART = 80;
/** Between samples that have a marker each, in px. */
const CLOSEST = 12;

function alongPath({ pairs, count }: CurvePath, add: (x: number, y: number) => void): void {
  let left = APART / 2;
  for (let i = 1; i < count; i++) {
    const [x0, y0, x1, y1] = [pairs[2 * i - 2]!, pairs[2 * i - 1]!, pairs[2 * i]!, pairs[2 * i + 1]!];
    const distance = Math.hypot(x1 - x0, y1 - y0);
    if (Number.isNaN(distance)) continue;
    let gone = left;
    for (; gone <= distance; gone += APART) add(x0 + ((x1 - x0) * gone) / distance, y0 + ((y1 - y0) * gone) / distance);
    left = gone - distance;
  }
}
