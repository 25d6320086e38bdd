import { AUTOMATIC } from "@orrery/plots";
import type { AxisState, PlotsState, PlotState } from "./plot-state.ts";

/** Adds a plot without curves below all others. */
export function addPlot(state: PlotsState): PlotsState {
  return { ...state, plots: [...state.plots, newPlot(state)] };
}

export function newPlot({ plots }: PlotsState): PlotState {
  return { id: freeId("p", plots), kind: "time", across: AUTOMATIC, axes: [], curves: [] };
}

export function removePlot(state: PlotsState, plotId: string): PlotsState {
  return { ...state, plots: state.plots.filter(({ id }) => id !== plotId) };
}

/** Moves a plot up or down by one. */
export function shiftPlot(state: PlotsState, plotId: string, by: -1 | 1): PlotsState {
  const from = state.plots.findIndex(({ id }) => id === plotId);
  const plot = state.plots[from];
  if (plot === undefined || state.plots[from + by] === undefined) return state;
  return { ...state, plots: state.plots.toSpliced(from, 1).toSpliced(from + by, 0, plot) };
}

export function changePlot(state: PlotsState, plotId: string, change: (plot: PlotState) => PlotState): PlotsState {
  return { ...state, plots: state.plots.map((plot) => (plot.id === plotId ? change(plot) : plot)) };
}

/** Changes the y axis of a unit. */
export function changeAxis(plot: PlotState, axis: AxisKey, change: Partial<AxisState>): PlotState {
  const before = plot.axes.find((each) => isSameAxis(each, axis)) ?? {
    unit: axis.unit,
    side: axis.side,
    scale: "linear",
    range: AUTOMATIC,
  };
  const after = { ...before, ...change };
  const isUsual = after.scale === "linear" && after.range.least === "auto" && after.range.greatest === "auto";
  const others = plot.axes.filter((each) => !isSameAxis(each, axis));
  return { ...plot, axes: isUsual ? others : [...others, after] };
}

/** Which y axis of a plot is meant. */
export type AxisKey = Pick<AxisState, "unit" | "side">;

export function isSameAxis(a: AxisKey, b: AxisKey): boolean {
  return a.unit === b.unit && a.side === b.side;
}

/** Returns the first of p1, p2 … that is not taken. */
export function freeId(prefix: string, taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  for (let number = 1; ; number++) if (!ids.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
