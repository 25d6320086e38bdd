import { indexAt } from "../series/samples.ts";
import { bandTexts } from "./curves/band.ts";
import { valueAt } from "./curves/curve-values.ts";
import { type DrawnCurve, type PictureData } from "./curves/drawn-curve.ts";
import { type PictureLayout, type PlotLayout } from "./layout.ts";
import { MarkerPen } from "./curves/markers.ts";
import { type Pen, type Stroke } from "./pens/pen.ts";
import { toPixel } from "./axes/scale.ts";
import { STACK } from "./curves/stack.ts";
import { curveColour } from "./themes.ts";

/** Draws a line at each annotation through all plots over time, and above the first the texts that have room. */
export function drawAnnotations(pen: Pen, layout: PictureLayout): void {
  const { picture, theme } = layout;
  const over = layout.plots.filter(({ plot }) => plot.x === "time");
  const [first] = over;
  if (first === undefined) return;
  const { frame, x } = first;
  // A thousand commands in one pixel are one line.
  const places = new Set(
    picture.annotations
      .filter(({ time }) => time >= x.scale.least && time <= x.scale.greatest)
      .map(({ time }) => Math.round(toPixel(x.scale, time)) + 0.5),
  );
  for (const plot of over) {
    for (const at of places) {
      pen.moveTo(at, plot.frame.y);
      pen.lineTo(at, plot.frame.y + plot.frame.height);
    }
    pen.stroke({ colour: theme.muted, width: 1, dash: [1, 3], opacity: 0.9 });
  }
  for (const at of places) {
    pen.moveTo(at - 3, frame.y - 4);
    pen.lineTo(at + 3, frame.y - 4);
    pen.lineTo(at, frame.y);
  }
  pen.fill(theme.muted, 1);
  drawBand(pen, first, layout, false);
}

function drawBand(pen: Pen, plot: PlotLayout, layout: PictureLayout, isCursor: boolean): void {
  const { theme, stack, plots } = layout;
  const baseLine = stack.plots[plots.indexOf(plot)]!.band;
  if (baseLine === undefined) return;
  const style = { size: STACK.bandSize, isBold: false, anchor: "start" as const, isUpright: false };
  for (const text of bandTexts(plot, layout)) {
    if (text.isCursor !== isCursor) continue;
    pen.fillText(text.text, text.x, baseLine, { ...style, colour: isCursor ? theme.text : theme.muted });
  }
}

/**
 * Draws the cursors a and b with their times and the time between them, the play head, and a dot on each curve at a and
 * b. On paths the dots are all there is.
 */
export function drawCursors(pen: Pen, layout: PictureLayout, data: PictureData): void {
  const { picture, theme, plots } = layout;
  const { a, b, now } = picture.cursors;
  for (const plot of plots.filter(({ plot: { x } }) => x === "time")) {
    const { least, greatest } = plot.x.scale;
    const draw = (time: number | undefined, stroke: Stroke) => {
      if (time === undefined || !(time >= least && time <= greatest)) return;
      upright(pen, Math.round(toPixel(plot.x.scale, time)) + 0.5, plot, stroke);
    };
    draw(now, { colour: theme.accent, width: 1.5, dash: [], opacity: 1 });
    draw(a, { colour: theme.text, width: 1, dash: [], opacity: 0.8 });
    draw(b, { colour: theme.text, width: 1, dash: [4, 3], opacity: 0.8 });
  }
  for (const [at, plot] of plots.entries()) {
    for (const [index, curve] of (data[at] ?? []).entries()) {
      if (curve !== undefined) drawDots(pen, plot, index, curve, layout);
    }
  }
  const first = plots.find(({ plot }) => plot.x === "time");
  if (first !== undefined) drawBand(pen, first, layout, true);
}

function drawDots(pen: Pen, layout: PlotLayout, index: number, curve: DrawnCurve, { picture, theme }: PictureLayout) {
  const { plot, axes, axisOf, x, frame } = layout;
  const description = plot.curves[index];
  if (description === undefined || !description.isVisible) return;
  const isPath = plot.x !== "time";
  // Between samples there is nothing to mark.
  if (description.style === "points" && !isPath) return;
  const { a, b, now } = picture.cursors;
  for (const time of isPath ? [now, a, b] : [a, b]) {
    const point = time === undefined ? undefined : pointAt(curve, time, description.style, isPath);
    if (point === undefined) continue;
    const [atX, atY] = [toPixel(x.scale, point.x), toPixel(axes[axisOf[index]!]!.scale, point.y)];
    const isInside = atX >= frame.x && atX <= frame.x + frame.width && atY >= frame.y && atY <= frame.y + frame.height;
    if (!isInside) continue;
    const dot = new MarkerPen(pen, "circle", 3);
    dot.add(atX, atY);
    dot.finish(time === now && isPath ? theme.accent : curveColour(theme, description.colour), 1, theme.frame);
    // A path has no line that would say which cursor this is.
    if (!isPath || time === now) continue;
    const style = { colour: theme.text, size: 11, isBold: true, anchor: "start" as const, isUpright: false };
    pen.fillText(time === a ? "a" : "b", atX + 6, atY - 5, style);
  }
}

/** Returns where a curve is at a time; `undefined` where it has no value. */
function pointAt(curve: DrawnCurve, time: number, style: "lines" | "steps" | "points", isPath: boolean) {
  if (!isPath) {
    const y = valueAt(curve, time, style);
    return Number.isNaN(y) ? undefined : { x: time, y };
  }
  if (curve.type === "envelope") return undefined;
  const { times, xs, ys, count } = curve;
  if (times === undefined || count === 0) return undefined;
  const index = Math.min(count - 1, indexAt(times.subarray(0, count), time));
  const isWithin = time >= times[0]! && time <= times[count - 1]!;
  return isWithin && !Number.isNaN(xs[index]! + ys[index]!) ? { x: xs[index]!, y: ys[index]! } : undefined;
}

function upright(pen: Pen, at: number, { frame }: PlotLayout, stroke: Stroke): void {
  pen.moveTo(at, frame.y);
  pen.lineTo(at, frame.y + frame.height);
  pen.stroke(stroke);
}
