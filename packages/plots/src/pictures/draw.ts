import { AXIS, type AxisLayout } from "./axes/axis-layout.ts";
import { drawCurves } from "./curves/draw-curves.ts";
import { drawAnnotations, drawCursors } from "./draw-cursors.ts";
import { drawLegend } from "./draw-legend.ts";
import { extentsOf, hasValues, type PictureData } from "./curves/drawn-curve.ts";
import { layoutPicture, type PictureLayout, type PictureSpace, type PlotLayout } from "./layout.ts";
import { CAPITALS, type Pen, type Stroke } from "./pens/pen.ts";
import { cutShort, plainText, shortened } from "./pens/plain-text.ts";
import { type PictureDescription } from "./plot-description.ts";
import { toPixel } from "./axes/scale.ts";
import { STACK } from "./curves/stack.ts";
import { curveColour, type Theme } from "./themes.ts";

/** Draws a picture whose curves are few enough to be measured here, and returns where everything is. */
export function drawPicture(
  pen: Pen,
  picture: PictureDescription,
  data: PictureData,
  space: PictureSpace,
): PictureLayout {
  const layout = layoutPicture(picture, extentsOf(picture, data), space);
  drawLayout(pen, layout, data);
  return layout;
}

/** Draws all of a picture, from back to front. */
export function drawLayout(pen: Pen, layout: PictureLayout, data: PictureData): void {
  drawFrames(pen, layout, data);
  for (const [at, plot] of layout.plots.entries()) drawCurves(pen, plot, data[at] ?? [], layout.theme);
  for (const plot of layout.plots) drawAxes(pen, plot, layout);
  drawCursors(pen, layout, data);
}

/** Draws what is behind the curves: the ground, titles, legends, grids, annotations. */
export function drawFrames(pen: Pen, layout: PictureLayout, data: PictureData): void {
  const { picture, theme, width, height, measure, stack, plots } = layout;
  pen.fillRect(0, 0, width, height, theme.background, 1);
  const title = (text: string, size: number, x: number, y: number) => {
    const fitting = cutShort(plainText(text), width - x - 8, (part) => measure(part, size, true));
    pen.fillText(fitting, x, y, { colour: theme.text, size, isBold: true, anchor: "start", isUpright: false });
  };
  const left = plots[0]?.frame.x ?? 10;
  if (stack.title !== undefined) title(picture.title, STACK.titleSize, left, stack.title);
  for (const [at, layoutOfPlot] of plots.entries()) {
    const { plot, frame } = layoutOfPlot;
    const place = stack.plots[at]!;
    if (place.title !== undefined) title(plot.title, STACK.plotTitleSize, frame.x, place.title);
    drawLegend(pen, layoutOfPlot, place.legend, layout);
    pen.fillRect(frame.x, frame.y, frame.width, frame.height, theme.frame, 1);
    drawGrid(pen, layoutOfPlot, theme);
    const note = emptyNote(layoutOfPlot, data[at] ?? []);
    const style = { colour: theme.muted, size: 12, isBold: false, anchor: "middle" as const, isUpright: false };
    if (note !== "") pen.fillText(note, frame.x + frame.width / 2, frame.y + frame.height / 2 + 4, style);
  }
  drawAnnotations(pen, layout);
}

/** Draws the border of a frame with its ticks, labels and titles. */
export function drawAxes(
  pen: Pen,
  plotLayout: PlotLayout,
  { theme, measure, width, stack, plots }: PictureLayout,
): void {
  const { frame, x, axes } = plotLayout;
  const [left, top, right, bottom] = [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height].map(crisp);
  pen.moveTo(left!, top!);
  pen.lineTo(right!, top!);
  pen.lineTo(right!, bottom!);
  pen.lineTo(left!, bottom!);
  pen.lineTo(left!, top!);
  pen.lineTo(right!, top!);
  pen.stroke(hairline(theme.axis, theme));
  for (const axis of axes) drawUprightAxis(pen, axis, plotLayout, theme, measure);

  const style = { colour: theme.muted, size: AXIS.labelSize, isBold: false, isUpright: false };
  drawTicks(pen, x, theme);
  for (const { value, label } of x.isLabelled ? x.ticks.majors : []) {
    const half = measure(label, AXIS.labelSize, false) / 2;
    const at = Math.min(width - 2 - half, Math.max(2 + half, toPixel(x.scale, value)));
    pen.fillText(label, at, x.at + AXIS.tick + 4 + AXIS.labelSize * CAPITALS, { ...style, anchor: "middle" });
  }
  const place = stack.plots[plots.indexOf(plotLayout)]?.xTitle;
  if (place === undefined || x.title === "") return;
  const title = shortened(x.title, frame.width, (text) => measure(text, AXIS.titleSize, false));
  pen.fillText(title, frame.x + frame.width / 2, place, { ...style, colour: theme.text, anchor: "middle" });
}

function drawUprightAxis(
  pen: Pen,
  axis: AxisLayout,
  { plot, frame, axes }: PlotLayout,
  theme: Theme,
  measure: PictureLayout["measure"],
): void {
  const outwards = axis.side === "left" ? -1 : 1;
  const isOuter = axes.find(({ side }) => side === axis.side) !== axis;
  if (isOuter) {
    pen.moveTo(crisp(axis.at), crisp(frame.y));
    pen.lineTo(crisp(axis.at), crisp(frame.y + frame.height));
    pen.stroke(hairline(theme.axis, theme));
  }
  drawTicks(pen, axis, theme);
  const style = { colour: theme.muted, size: AXIS.labelSize, isBold: false, isUpright: false };
  const labelsAt = axis.at + outwards * (AXIS.tick + AXIS.labelGap);
  for (const { value, label } of axis.ticks.majors) {
    const y = toPixel(axis.scale, value) + (AXIS.labelSize * CAPITALS) / 2;
    pen.fillText(label, labelsAt, y, { ...style, anchor: axis.side === "left" ? "end" : "start" });
  }
  if (axis.title === "") return;
  // The title of the only curve's axis has its colour, to find it sooner; the legend says the same in words.
  const colour = axis.onlyCurve === undefined ? theme.text : curveColour(theme, plot.curves[axis.onlyCurve]!.colour);
  const outer = axis.at + outwards * axis.width;
  const baseLine = axis.side === "left" ? outer + AXIS.titleSize * CAPITALS : outer;
  const text = shortened(axis.title, frame.height + 16, (part) => measure(part, AXIS.titleSize, false));
  const middle = frame.y + frame.height / 2;
  pen.fillText(text, baseLine, middle, { ...style, size: AXIS.titleSize, colour, anchor: "middle", isUpright: true });
}

function drawTicks(pen: Pen, { side, scale, ticks, at }: AxisLayout, theme: Theme): void {
  const mark = (value: number, length: number) => {
    const along = crisp(toPixel(scale, value));
    if (side === "bottom") {
      pen.moveTo(along, at + 0.5);
      pen.lineTo(along, at + 0.5 + length);
    } else {
      const outwards = side === "left" ? -length : length;
      pen.moveTo(at + 0.5, along);
      pen.lineTo(at + 0.5 + outwards, along);
    }
  };
  for (const { value } of ticks.majors) mark(value, AXIS.tick);
  for (const value of ticks.minors) mark(value, AXIS.tick / 2);
  pen.stroke(hairline(theme.axis, theme));
}

/** The lines of the first y axis alone: two grids in one frame are none. */
function drawGrid(pen: Pen, { frame, x, axes }: PlotLayout, theme: Theme): void {
  for (const { value } of x.ticks.majors) {
    const at = crisp(toPixel(x.scale, value));
    if (at <= frame.x + 1 || at >= frame.x + frame.width - 1) continue;
    pen.moveTo(at, frame.y);
    pen.lineTo(at, frame.y + frame.height);
  }
  const y = axes[0]!;
  for (const { value } of y.ticks.majors) {
    const at = crisp(toPixel(y.scale, value));
    if (at <= frame.y + 1 || at >= frame.y + frame.height - 1) continue;
    pen.moveTo(frame.x, at);
    pen.lineTo(frame.x + frame.width, at);
  }
  pen.stroke(hairline(theme.grid, theme));
}

function emptyNote({ plot, x }: PlotLayout, data: PictureData[number]): string {
  if (plot.curves.length === 0) return "No curves yet";
  if (plot.curves.every(({ isVisible }) => !isVisible)) return "All curves are hidden";
  const isShown = plot.curves.some(({ isVisible }, index) => {
    const curve = data[index];
    if (!isVisible || curve === undefined) return false;
    return hasValues(curve, x.scale.least, x.scale.greatest);
  });
  return isShown ? "" : "No samples here";
}

/** On the middle of a pixel, where a line one pixel wide is sharp. */
function crisp(at: number): number {
  return Math.round(at) + 0.5;
}

function hairline(colour: string, { hairline: width }: Theme): Stroke {
  return { colour, width, dash: [], opacity: 1 };
}
