import { panRange, toValue, zoomRange, type AxisLayout, type PictureLayout, type PlotLayout } from "@orrery/plots";
import { changeAxis, changePlot } from "../plot-edits.ts";
import type { PlotsState, PlotState } from "../plot-state.ts";
import { showRange } from "../view-edits.ts";
import { keyOfAxis, type PlotPlace, type Point } from "./plot-place.ts";

/** A rectangle between two points, in px. */
export interface Box {
  readonly from: Point;
  readonly to: Point;
}

/** A box that is narrower or lower than this zooms in one direction only. */
const THIN_PX = 8;

/** Returns whether a box is large enough to be intended. */
export function isBox({ from, to }: Box): boolean {
  return Math.abs(to.x - from.x) > THIN_PX || Math.abs(to.y - from.y) > THIN_PX;
}

/** Zooms about a point: a value axis in its values, a path in both directions equally, all else in time. */
export function zoomView(state: PlotsState, { index, plot, on }: PlotPlace, factor: number, about: Point): PlotsState {
  const { id, kind } = state.plots[index]!;
  const zoomed = (axis: AxisLayout, pixel: number) =>
    zoomRange(axis.scale, factor, toValue(axis.scale, pixel), axis.scale.type);
  if (typeof on === "object") {
    return changePlot(state, id, (each) => withAxes(each, plot, [on], (axis) => zoomed(axis, about.y)));
  }
  if (kind === "time") {
    const { least, greatest } = zoomed(plot.x, about.x);
    return showRange(state, least, greatest);
  }
  return changePlot(state, id, (each) => ({
    ...withAxes(each, plot, plot.axes, (axis) => zoomed(axis, about.y)),
    across: endsOf(zoomed(plot.x, about.x)),
  }));
}

/** Moves the view by this many px from where it was when the drag began. */
export function panView(state: PlotsState, { index, plot, on }: PlotPlace, by: Point): PlotsState {
  const { id, kind } = state.plots[index]!;
  const { frame } = plot;
  const upright = (axis: AxisLayout) => panRange(axis.scale, by.y / frame.height, axis.scale.type);
  if (typeof on === "object") return changePlot(state, id, (each) => withAxes(each, plot, [on], upright));
  const x = panRange(plot.x.scale, -by.x / frame.width, plot.x.scale.type);
  if (kind === "time") return showRange(state, x.least, x.greatest);
  return changePlot(state, id, (each) => ({ ...withAxes(each, plot, plot.axes, upright), across: endsOf(x) }));
}

/** Shows what is in a box of a plot: its times and its values. */
export function showBox(state: PlotsState, { index, plot }: PlotPlace, { from, to }: Box): PlotsState {
  const { id, kind } = state.plots[index]!;
  const { frame } = plot;
  const within = (value: number, least: number, size: number): number => Math.min(least + size, Math.max(least, value));
  const xs = [from.x, to.x].map((x) => toValue(plot.x.scale, within(x, frame.x, frame.width)));
  const isWide = Math.abs(to.x - from.x) > THIN_PX;
  const isHigh = Math.abs(to.y - from.y) > THIN_PX;
  const [least, greatest] = [Math.min(...xs), Math.max(...xs)];
  const inTime = isWide && kind === "time" ? showRange(state, least, greatest) : state;
  return changePlot(inTime, id, (each) => {
    const across = isWide && kind === "path" ? { ...each, across: { least, greatest } } : each;
    if (!isHigh) return across;
    return withAxes(across, plot, plot.axes, ({ scale }) => {
      const ys = [from.y, to.y].map((y) => toValue(scale, within(y, frame.y, frame.height)));
      return { least: Math.min(...ys), greatest: Math.max(...ys) };
    });
  });
}

/** Zooms and moves in time, so that the moments below two fingers stay below them. */
export function pinchView(state: PlotsState, layout: PictureLayout, before: Pinch, now: Pinch): PlotsState {
  const x = layout.plots.find(({ plot }) => plot.x === "time")?.x;
  if (x === undefined || Math.abs(now.a - now.b) < THIN_PX) return state;
  const [a, b] = [toValue(x.scale, before.a), toValue(x.scale, before.b)];
  const perPixel = (b - a) / (now.b - now.a);
  if (!(perPixel > 0)) return state;
  const from = a + (x.scale.from - now.a) * perPixel;
  return showRange(state, from, from + (x.scale.to - x.scale.from) * perPixel);
}

/** Where two fingers are along x, in px. */
export interface Pinch {
  readonly a: number;
  readonly b: number;
}

/** Makes the range of an axis automatic again or, for a place in the frame, the ranges of all axes of its plot. */
export function fitPlace(state: PlotsState, { index, plot, on }: PlotPlace): PlotsState {
  const axes = typeof on === "object" ? [on] : plot.axes;
  const automatic = { least: "auto", greatest: "auto" } as const;
  return changePlot(state, state.plots[index]!.id, (each) => {
    const fitted = withAxes(each, plot, axes, () => automatic);
    return typeof on === "object" ? fitted : { ...fitted, across: automatic };
  });
}

function withAxes(
  state: PlotState,
  plot: PlotLayout,
  axes: readonly AxisLayout[],
  range: (axis: AxisLayout) => { readonly least: number | "auto"; readonly greatest: number | "auto" },
): PlotState {
  return axes.reduce((sum, axis) => changeAxis(sum, keyOfAxis(plot, axis), { range: endsOf(range(axis)) }), state);
}

/** Returns only the ends of a scale. */
function endsOf<T>({ least, greatest }: { readonly least: T; readonly greatest: T }): { least: T; greatest: T } {
  return { least, greatest };
}
