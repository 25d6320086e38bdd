import type { CurveStyle, Side } from "@orrery/plots";

/** One number over time: a column of something that can be plotted. */
export interface CurveState {
  readonly id: string;
  /** Names what it is a column of: see `CurveSource`. */
  readonly key: string;
  readonly column: number;
  /** Index into the colours of curves. */
  readonly colour: number;
  readonly style: CurveStyle;
  readonly side: Side | "auto";
  readonly isVisible: boolean;
}

export interface PlotState {
  readonly id: string;
  readonly curves: readonly CurveState[];
}

/** Which simulated time is shown: the last seconds, or a range that stays. */
export type ShownTime =
  | { readonly kind: "latest"; readonly seconds: number }
  | { readonly kind: "range"; readonly from: number; readonly to: number };

/** What a panel of plots shows. Plain data: it is kept in the layout, and each change can be undone. */
export interface PlotsState {
  /** From top to bottom. */
  readonly plots: readonly PlotState[];
  readonly time: ShownTime;
}

export const NO_PLOTS: PlotsState = { plots: [], time: { kind: "latest", seconds: 10 } };

/** Adds a curve to a plot, or to a new one at the end. The same number twice in one plot is one curve. */
export function addCurve(state: PlotsState, key: string, column: number, plotId?: string): PlotsState {
  const known = state.plots.find(({ id }) => id === plotId);
  const plot: PlotState = known ?? { id: freeId("p", state.plots), curves: [] };
  if (plot.curves.some((curve) => curve.key === key && curve.column === column)) return state;
  const used = new Set(plot.curves.map(({ colour }) => colour));
  let colour = 0;
  while (used.has(colour)) colour++;
  const id = freeId(
    "c",
    state.plots.flatMap(({ curves }) => curves),
  );
  const curve: CurveState = { id, key, column, colour, style: "lines", side: "auto", isVisible: true };
  const changed = { ...plot, curves: [...plot.curves, curve] };
  const plots =
    known === undefined ? [...state.plots, changed] : state.plots.map((each) => (each === known ? changed : each));
  return { ...state, plots };
}

/** Removes a curve, and its plot when that has no other. */
export function removeCurve(state: PlotsState, curveId: string): PlotsState {
  const plots = state.plots
    .map((plot) => ({ ...plot, curves: plot.curves.filter(({ id }) => id !== curveId) }))
    .filter(({ curves }) => curves.length > 0);
  return { ...state, plots };
}

export function changeCurve(state: PlotsState, curveId: string, change: Partial<Omit<CurveState, "id">>): PlotsState {
  const changed = (curve: CurveState): CurveState => (curve.id === curveId ? { ...curve, ...change } : curve);
  return { ...state, plots: state.plots.map((plot) => ({ ...plot, curves: plot.curves.map(changed) })) };
}

/** Shows one curve of its plot alone; all of them when it was alone already. */
export function soloCurve(state: PlotsState, curveId: string): PlotsState {
  const plot = state.plots.find(({ curves }) => curves.some(({ id }) => id === curveId));
  if (plot === undefined) return state;
  const isAlone = plot.curves.every(({ id, isVisible }) => isVisible === (id === curveId));
  const curves = plot.curves.map((curve) => ({ ...curve, isVisible: isAlone || curve.id === curveId }));
  return { ...state, plots: state.plots.map((each) => (each === plot ? { ...plot, curves } : each)) };
}

function freeId(prefix: string, taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  for (let number = 1; ; number++) if (!ids.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
