import { assignAxes, plainUnit } from "./axes/assign-axes.ts";
import { AXIS, type AxisLayout, type Box, lowerAxis, uprightAxis } from "./axes/axis-layout.ts";
import { extentAlongX, joined, type PictureExtents } from "./curves/drawn-curve.ts";
import { arrangeLegend, type Legend } from "./legend.ts";
import { equalAspect } from "./axes/move-range.ts";
import { type MeasureText } from "./pens/pen.ts";
import { AUTOMATIC, type PictureDescription, type PlotDescription, type UnitAxis } from "./plot-description.ts";
import { resolveRange, resolveTimeRange } from "./axes/ranges.ts";
import { type Interval } from "./axes/scale.ts";
import { stackPlots, type Stack } from "./curves/stack.ts";
import { type Theme, THEMES } from "./themes.ts";

/** Where everything is, before anything is drawn: whoever thins out curves needs the frames and ranges for that. */
export interface PictureLayout {
  readonly picture: PictureDescription;
  readonly theme: Theme;
  readonly measure: MeasureText;
  readonly width: number;
  readonly height: number;
  readonly stack: Stack;
  readonly plots: readonly PlotLayout[];
}

export interface PlotLayout {
  readonly plot: PlotDescription;
  readonly frame: Box;
  readonly x: AxisLayout;
  /** The y axes that have visible curves, or one without any. */
  readonly axes: readonly AxisLayout[];
  /** For each curve the index of its axis; −1 when it is hidden. */
  readonly axisOf: readonly number[];
  readonly legend: Legend;
}

/** What a picture is drawn on. */
export interface PictureSpace {
  /** In px. */
  readonly width: number;
  readonly height: number;
  readonly measure: MeasureText;
  /** In place of the theme that the picture names. */
  readonly theme?: Theme;
}

/** Lays out a picture. Frames are below each other, with their left and right edges aligned, so that times are too. */
export function layoutPicture(
  picture: PictureDescription,
  extents: PictureExtents,
  space: PictureSpace,
): PictureLayout {
  const timePlots = picture.plots.map((plot, at) =>
    plot.x === "time" ? extentAlongX(plot, extents[at] ?? []) : undefined,
  );
  const time = resolveTimeRange(picture.time.range, joined(timePlots));
  let margins: Margins = { left: MIN_MARGIN, right: MIN_MARGIN };
  // Margins depend on labels, these on the heights of frames, these on legends, and these on the margins.
  for (let tries = 0; ; tries++) {
    const layout = arrange(picture, extents, space, time, margins);
    const needed = neededMargins(layout);
    if (tries === 3 || (needed.left <= margins.left && needed.right <= margins.right)) return layout;
    margins = { left: Math.max(needed.left, margins.left), right: Math.max(needed.right, margins.right) };
  }
}

interface Margins {
  readonly left: number;
  readonly right: number;
}

/** Half a label may stand out at the ends of the x axis. */
const MIN_MARGIN = 20;
const BORDER = 8;

function arrange(
  picture: PictureDescription,
  extents: PictureExtents,
  space: PictureSpace,
  time: Interval,
  margins: Margins,
): PictureLayout {
  const { width, height, measure } = space;
  const frameWidth = Math.max(24, width - margins.left - margins.right);
  const stack = stackPlots(picture, { width: frameWidth, height, measure });
  const plots = picture.plots.map((plot, at): PlotLayout => {
    const { y, height: frameHeight, isLabelled, legendRows } = stack.plots[at]!;
    const frame = { x: margins.left, y, width: frameWidth, height: frameHeight };
    return {
      plot,
      frame,
      ...layoutAxes(plot, extents[at] ?? [], { time, title: picture.time.title, frame, isLabelled, measure }),
      legend: arrangeLegend(plot.curves, frameWidth, legendRows, measure),
    };
  });
  return { picture, theme: space.theme ?? THEMES[picture.theme], measure, width, height, stack, plots };
}

interface PlotSpace {
  readonly time: Interval;
  readonly title: string;
  readonly frame: Box;
  readonly isLabelled: boolean;
  readonly measure: MeasureText;
}

function layoutAxes(plot: PlotDescription, extents: PictureExtents[number], space: PlotSpace) {
  const { frame, measure } = space;
  const isVisible = (curve: number) => plot.curves[curve]!.isVisible;
  const assigned = assignAxes(plot.curves).filter(({ curves }) => curves.some(isVisible));
  // An empty plot has an axis too.
  const shown = assigned.length > 0 ? assigned : [{ side: "left" as const, unit: "", curves: [] }];
  const described = shown.map(({ side, unit }) => unitAxis(plot.axes, unit, side));
  const spans = shown.map(({ curves }) => joined(curves.filter(isVisible).map((curve) => extents[curve]?.y)));
  let ranges = described.map(({ range, scale }, index) => resolveRange(range, spans[index]!, scale));
  let xRange = plot.x === "time" ? space.time : resolveRange(plot.x.range, extentAlongX(plot, extents), plot.x.scale);
  if (plot.x !== "time" && plot.x.hasEqualAspect && ranges.length === 1) {
    const [x, y] = equalAspect(xRange, ranges[0]!, frame.width, frame.height);
    [xRange, ranges] = [x, [y]];
  }

  const reach = { left: 0, right: 0 };
  const axes = shown.map(({ side, unit, curves }, index): AxisLayout => {
    const users = curves.filter(isVisible);
    const onlyCurve = shown.length > 1 && users.length === 1 ? users[0] : undefined;
    const { scale: type, title, range } = described[index]!;
    const isEmpty = spans[index]!.least > spans[index]!.greatest && range.least === "auto" && range.greatest === "auto";
    const content = { type, range: ranges[index]!, title, unit };
    const axis = uprightAxis(side, content, { frame, offset: reach[side], onlyCurve, isEmpty }, measure);
    reach[side] += axis.width + AXIS.apart;
    return axis;
  });
  const axisOf = plot.curves.map((_, curve) =>
    isVisible(curve) ? shown.findIndex(({ curves }) => curves.includes(curve)) : -1,
  );
  const content =
    plot.x === "time"
      ? { type: "time" as const, range: xRange, title: space.title, unit: "s" }
      : { type: plot.x.scale, range: xRange, title: plot.x.title, unit: plainUnit(plot.x.unit) };
  return { x: lowerAxis(content, space, measure), axes, axisOf };
}

/** How an axis was asked to be: on this side, or else with this unit on any. */
function unitAxis(axes: readonly UnitAxis[], unit: string, side: string): Omit<UnitAxis, "unit" | "side"> {
  const same = axes.filter((axis) => plainUnit(axis.unit) === unit);
  return same.find((axis) => axis.side === side) ?? same[0] ?? { title: "", scale: "linear", range: AUTOMATIC };
}

/** In steps, so that a curve that grows does not move the frame with every digit. */
function neededMargins({ plots, width }: PictureLayout): Margins {
  const on = (side: "left" | "right") => {
    const widths = plots.map(({ axes, frame }) => {
      const outermost = axes.findLast((axis) => axis.side === side);
      if (outermost === undefined) return 0;
      return Math.abs(outermost.at - (side === "left" ? frame.x : frame.x + frame.width)) + outermost.width;
    });
    return Math.max(MIN_MARGIN, Math.ceil((Math.max(0, ...widths) + BORDER) / 4) * 4);
  };
  const most = Math.max(MIN_MARGIN, width * 0.4);
  return { left: Math.min(most, on("left")), right: Math.min(most, on("right")) };
}
