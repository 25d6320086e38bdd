import type { CurveStyle, Dash, MarkerShape, ScaleType, Side, WantedRange } from "@orrery/plots";
import { EVERY_STEP, type Sampling } from "./sources/sampling-rate.ts";

/** A number that can be plotted: a column of the thing with this key (see `CurveSource`). */
export interface NumberRef {
  readonly key: string;
  readonly column: number;
}

/** One number over time, or over another number. */
export interface CurveState extends NumberRef {
  readonly id: string;
  /** The name that the user has given it; empty for the name of its thing and column. */
  readonly name: string;
  /** Index into the colours of curves. */
  readonly colour: number;
  /** In px. */
  readonly width: number;
  readonly style: CurveStyle;
  readonly dash: Dash;
  /** "auto" shows markers where several curves have to be told apart. */
  readonly marker: MarkerShape | "auto";
  readonly side: Side | "auto";
  readonly isVisible: boolean;
  /** In a plot of paths: the number along its x axis. */
  readonly across?: NumberRef;
}

/** What was chosen for the y axis of a unit. */
export interface AxisState {
  readonly unit: string;
  readonly side: Side;
  readonly scale: ScaleType;
  readonly range: WantedRange;
}

export interface PlotState {
  readonly id: string;
  /** Curves over time, or paths with the same scale on both axes. */
  readonly kind: "time" | "path";
  /** The x range of paths. */
  readonly across: WantedRange;
  /** Only axes that differ from the default, which is linear with an automatic range. */
  readonly axes: readonly AxisState[];
  readonly curves: readonly CurveState[];
}

/** Which simulated time is shown: the last seconds, everything that is known, or a fixed range. */
export type ShownTime =
  | { readonly kind: "latest"; readonly seconds: number }
  | { readonly kind: "all" }
  | { readonly kind: "range"; readonly from: number; readonly to: number };

/** What a panel of plots shows. Plain data: it is kept between visits, and each change can be undone. */
export interface PlotsState {
  /** From top to bottom. */
  readonly plots: readonly PlotState[];
  readonly time: ShownTime;
  /** The same in all panels of a world. */
  readonly sampling: Sampling;
}

export const USUAL_SECONDS = 10;

export const NO_PLOTS: PlotsState = {
  plots: [],
  time: { kind: "latest", seconds: USUAL_SECONDS },
  sampling: EVERY_STEP,
};

/** Returns all curves of all plots. */
export function allCurves({ plots }: PlotsState): readonly CurveState[] {
  return plots.flatMap(({ curves }) => curves);
}

/** Returns the keys of all things that a panel shows, each once. */
export function keysOf(state: PlotsState): ReadonlySet<string> {
  return new Set(allCurves(state).flatMap(({ key, across }) => (across === undefined ? [key] : [key, across.key])));
}

/** Returns the plot of a curve. */
export function plotOf({ plots }: PlotsState, curveId: string): PlotState | undefined {
  return plots.find(({ curves }) => curves.some(({ id }) => id === curveId));
}

export function isSameNumber(a: NumberRef, b: NumberRef): boolean {
  return a.key === b.key && a.column === b.column;
}
