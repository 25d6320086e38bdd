import type { WantedRange } from "@orrery/plots";
import { USUAL_SECONDS, type AxisState, type PlotsState, type ShownTime } from "./plot-state.ts";

/** Which part of the curves is shown. */
export interface PlotsView {
  readonly time: ShownTime;
  /** By id of the plot. */
  readonly plots: ReadonlyMap<string, { readonly across: WantedRange; readonly axes: readonly AxisState[] }>;
}

export function viewOf({ time, plots }: PlotsState): PlotsView {
  return { time, plots: new Map(plots.map(({ id, across, axes }) => [id, { across, axes }])) };
}

/** Returns to an earlier view. Plots that are newer than the view stay as they are. */
export function withView(state: PlotsState, { time, plots }: PlotsView): PlotsState {
  return { ...state, time, plots: state.plots.map((plot) => ({ ...plot, ...plots.get(plot.id) })) };
}

export function showRange(state: PlotsState, from: number, to: number): PlotsState {
  return { ...state, time: { kind: "range", from, to } };
}

/** Shows the last seconds, and continues to do so. */
export function follow(state: PlotsState, seconds = secondsOf(state.time)): PlotsState {
  return { ...state, time: { kind: "latest", seconds } };
}

/** Shows everything: all times, and all values. */
export function fitAll(state: PlotsState): PlotsState {
  return { ...fitValues(state), time: { kind: "all" } };
}

/** Makes all ranges of values automatic again; scales stay. */
export function fitValues(state: PlotsState): PlotsState {
  const automatic = { least: "auto", greatest: "auto" } as const;
  const plots = state.plots.map((plot) => ({
    ...plot,
    across: automatic,
    axes: plot.axes.filter(({ scale }) => scale === "log").map((axis) => ({ ...axis, range: automatic })),
  }));
  return { ...state, plots };
}

/** Returns the length of the time window that follows the latest sample, in seconds. */
export function secondsOf(time: ShownTime): number {
  if (time.kind === "latest") return time.seconds;
  return time.kind === "range" ? time.to - time.from : USUAL_SECONDS;
}
