import type { Dash } from "@orrery/plots";
import {
  allCurves,
  isSameNumber,
  plotOf,
  type CurveState,
  type NumberRef,
  type PlotsState,
  type PlotState,
} from "./plot-state.ts";
import { freeId, newPlot } from "./plot-edits.ts";

/** How many colours a theme has for curves. */
export const COLOURS = 8;
const DASHES: readonly Dash[] = ["solid", "dashed", "dotted", "dash-dot", "long-dashed"];
export const USUAL_WIDTH = 1.5;

/**
 * Adds a curve to a plot, or to a new one at the end, with a look that no other curve of the panel has as long as there
 * is one. Changes nothing if the plot has a curve of this number already.
 */
export function addCurve(state: PlotsState, key: string, column: number, plotId?: string): PlotsState {
  const known = state.plots.find(({ id }) => id === plotId);
  const plot = known ?? newPlot(state);
  const number = { key, column };
  if (plot.curves.some((curve) => isSameNumber(curve, number))) return state;
  const across = plot.kind === "path" ? partnerOf(plot, number) : undefined;
  const curve: CurveState = {
    id: freeId("c", allCurves(state)),
    ...number,
    name: "",
    width: USUAL_WIDTH,
    style: "lines",
    marker: "auto",
    side: "auto",
    isVisible: true,
    ...freeLook(allCurves(state)),
    ...(across === undefined ? {} : { across }),
  };
  const changed = { ...plot, curves: [...plot.curves, curve] };
  const plots =
    known === undefined ? [...state.plots, changed] : state.plots.map((each) => (each === known ? changed : each));
  return { ...state, plots };
}

/** Removes a curve, and its plot if that has no other curve. */
export function removeCurve(state: PlotsState, curveId: string): PlotsState {
  const plots = state.plots.flatMap((plot) => {
    const curves = plot.curves.filter(({ id }) => id !== curveId);
    if (curves.length === plot.curves.length) return [plot];
    return curves.length === 0 ? [] : [{ ...plot, curves }];
  });
  return { ...state, plots };
}

export function changeCurve(state: PlotsState, curveId: string, change: Partial<Omit<CurveState, "id">>): PlotsState {
  const changed = (curve: CurveState): CurveState => (curve.id === curveId ? { ...curve, ...change } : curve);
  return { ...state, plots: state.plots.map((plot) => ({ ...plot, curves: plot.curves.map(changed) })) };
}

/** Hides all curves of a plot but one. If that one was alone already, shows all of them. */
export function soloCurve(state: PlotsState, curveId: string): PlotsState {
  const plot = plotOf(state, curveId);
  if (plot === undefined) return state;
  const isAlone = plot.curves.every(({ id, isVisible }) => isVisible === (id === curveId));
  const curves = plot.curves.map((curve) => ({ ...curve, isVisible: isAlone || curve.id === curveId }));
  return { ...state, plots: state.plots.map((each) => (each === plot ? { ...plot, curves } : each)) };
}

/**
 * Moves a curve before another one of any plot, or to the end of a plot. A plot that loses its last curve is removed. A
 * curve is not moved into a plot that has one of the same number already.
 */
export function moveCurve(state: PlotsState, curveId: string, to: CurvePlace): PlotsState {
  const from = plotOf(state, curveId);
  const target = state.plots.find(({ id }) => id === to.plot);
  const curve = from?.curves.find(({ id }) => id === curveId);
  if (from === undefined || target === undefined || curve === undefined || to.before === curveId) return state;
  if (from !== target && target.curves.some((other) => isSameNumber(other, curve))) return state;
  const left = target.curves.filter(({ id }) => id !== curveId);
  const index = left.findIndex(({ id }) => id === to.before);
  const curves = left.toSpliced(index < 0 ? left.length : index, 0, adapted(curve, target));
  if (from === target && curves.every((each, i) => each === from.curves[i])) return state;
  const plots = state.plots.flatMap((plot) => {
    if (plot === target) return [{ ...plot, curves }];
    if (plot !== from) return [plot];
    const rest = plot.curves.filter(({ id }) => id !== curveId);
    return rest.length === 0 ? [] : [{ ...plot, curves: rest }];
  });
  return { ...state, plots };
}

/** Moves a curve to a plot of its own, below all others. */
export function moveToNewPlot(state: PlotsState, curveId: string): PlotsState {
  if (plotOf(state, curveId)?.curves.length === 1) return state;
  const plot = newPlot(state);
  return moveCurve({ ...state, plots: [...state.plots, plot] }, curveId, { plot: plot.id });
}

/** Where a curve is moved: before another one, or to the end. */
export interface CurvePlace {
  readonly plot: string;
  readonly before?: string;
}

/** Moves a curve up or down by one, also into the plot above or below. */
export function shiftCurve(state: PlotsState, curveId: string, by: -1 | 1): PlotsState {
  const at = state.plots.findIndex(({ curves }) => curves.some(({ id }) => id === curveId));
  const plot = state.plots[at];
  if (plot === undefined) return state;
  const index = plot.curves.findIndex(({ id }) => id === curveId);
  const neighbour = plot.curves[index + by];
  if (neighbour !== undefined) {
    const after = plot.curves[index + 2];
    const before = by < 0 ? neighbour.id : after?.id;
    return moveCurve(state, curveId, { plot: plot.id, ...(before === undefined ? {} : { before }) });
  }
  const next = state.plots[at + by];
  if (next === undefined) return state;
  const first = by > 0 ? next.curves[0]?.id : undefined;
  return moveCurve(state, curveId, { plot: next.id, ...(first === undefined ? {} : { before: first }) });
}

/**
 * Returns the number along x of a new path: the first column of its thing. If the path is of that column itself, it is
 * the number that the first path of the plot has along x, or else the next column.
 */
export function partnerOf({ curves }: PlotState, { key, column }: NumberRef): NumberRef {
  if (column > 0) return { key, column: 0 };
  return curves[0]?.across ?? { key, column: column + 1 };
}

/** Adapts a curve to its plot: a path needs a number along x, a curve over time must not have one. */
function adapted(curve: CurveState, plot: PlotState): CurveState {
  const { across, ...rest } = curve;
  return plot.kind === "time"
    ? across === undefined
      ? curve
      : rest
    : { ...rest, across: across ?? partnerOf(plot, curve) };
}

/** Returns the first colour and dash among those that the fewest curves have. There are forty such pairs. */
export function freeLook(curves: readonly Pick<CurveState, "colour" | "dash">[]): Pick<CurveState, "colour" | "dash"> {
  const used = new Map<string, number>();
  for (const { colour, dash } of curves) {
    const look = `${colour} ${dash}`;
    used.set(look, (used.get(look) ?? 0) + 1);
  }
  const looks = DASHES.flatMap((dash) => Array.from({ length: COLOURS }, (_, colour) => ({ colour, dash })));
  const least = Math.min(...looks.map(({ colour, dash }) => used.get(`${colour} ${dash}`) ?? 0));
  return looks.find(({ colour, dash }) => (used.get(`${colour} ${dash}`) ?? 0) === least)!;
}
