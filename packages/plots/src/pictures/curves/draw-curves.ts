import { curvePath, visiblePoints } from "./curve-path.ts";
import { dashLengths } from "./curve-looks.ts";
import { type DrawnCurve } from "./drawn-curve.ts";
import { type PlotLayout } from "../layout.ts";
import { type CurveDrawing, drawLineMarkers } from "./line-markers.ts";
import { MarkerPen } from "./markers.ts";
import { type Pen, type Stroke } from "../pens/pen.ts";
import { plainText } from "../pens/plain-text.ts";
import { type CurveDescription } from "../plot-description.ts";
import { toPixel } from "../axes/scale.ts";
import { curveColour, type Theme } from "../themes.ts";

/** Draws the visible curves of a plot: those that are dimmed behind the others. */
export function drawCurves(
  pen: Pen,
  layout: PlotLayout,
  data: readonly (DrawnCurve | undefined)[],
  theme: Theme,
): void {
  const { plot, frame, axes, axisOf, x } = layout;
  pen.clip(frame.x, frame.y, frame.width, frame.height);
  for (const isDimmed of [true, false]) {
    for (const [index, description] of plot.curves.entries()) {
      const curve = data[index];
      if (!description.isVisible || description.isDimmed !== isDimmed || curve === undefined) continue;
      const y = axes[axisOf[index]!]!.scale;
      pen.beginGroup(plainText(`${description.name}${description.run === "" ? "" : ` · ${description.run}`}`));
      drawCurve(pen, { curve, description, index, x: x.scale, y, frame }, theme);
      pen.endGroup();
    }
  }
  pen.unclip();
}

/** Returns how the line of a curve is drawn. */
export function curveStroke({ colour, width, dash, isDimmed }: CurveDescription, theme: Theme): Stroke {
  const drawn = Math.min(20, Math.max(0.25, Number.isFinite(width) ? width : 1.5));
  return {
    colour: curveColour(theme, colour),
    width: drawn,
    dash: dashLengths(dash, drawn),
    opacity: isDimmed ? DIMMED : 1,
  };
}

const DIMMED = 0.4;
/** More points are drawn as small squares, which are lighter than circles and look the same in a crowd. */
const MAX_MARKERS = 2000;

function drawCurve(pen: Pen, drawing: CurveDrawing, theme: Theme): void {
  const { curve, description, x, y, frame } = drawing;
  const stroke = curveStroke(description, theme);
  if (description.style === "points") return drawPoints(pen, drawing, stroke);
  const { pairs, count } = curvePath(curve, description.style, x, y, frame);
  if (count > 0) pen.polyline(pairs, count, stroke);
  if (description.marker !== "none") drawLineMarkers(pen, drawing, stroke, theme.frame);
}

function drawPoints(
  pen: Pen,
  { curve, description, x, y, frame }: CurveDrawing,
  { width, colour, opacity }: Stroke,
): void {
  const [first, end] = curve.type === "points" ? visiblePoints(curve, x) : [0, curve.columns.columns];
  const isCrowd = end - first > MAX_MARKERS || curve.type === "envelope";
  const radius = isCrowd ? Math.max(0.75, width / 2) : width + 0.75;
  const markers = new MarkerPen(pen, isCrowd ? "square" : description.marker, radius);
  const add = (atX: number, atY: number) => {
    const isInside =
      atX > frame.x - 8 && atX < frame.x + frame.width + 8 && atY > frame.y - 8 && atY < frame.y + frame.height + 8;
    if (isInside) markers.add(atX, atY);
  };
  for (let i = first; i < end; i++) {
    if (curve.type === "points") {
      add(toPixel(x, curve.xs[i]!), toPixel(y, curve.ys[i]!));
      continue;
    }
    const at = toPixel(x, curve.from + ((curve.to - curve.from) * (i + 0.5)) / curve.columns.columns);
    add(at, toPixel(y, curve.columns.least[i]!));
    if (curve.columns.counts[i]! > 1) add(at, toPixel(y, curve.columns.greatest[i]!));
  }
  markers.finish(colour, opacity);
}
