import { AUTOMATIC } from "@orrery/plots";
import { freeLook } from "./curve-edits.ts";
import { changePlot, freeId } from "./plot-edits.ts";
import {
  allCurves,
  isSameNumber,
  type CurveState,
  type NumberRef,
  type PlotsState,
  type PlotState,
} from "./plot-state.ts";

/**
 * Turns the curves of a plot into paths. Columns of one thing are paired (y over x, z over x), and other curves are
 * plotted over the first one. A single curve is plotted over the first column of its thing, if that has several.
 */
export function toPaths(state: PlotsState, plotId: string, isVector: (key: string) => boolean): PlotsState {
  return changePlot(state, plotId, (plot) => {
    const [first, second] = plot.curves;
    if (plot.kind === "path" || first === undefined) return { ...plot, kind: "path" };
    const curves = second === undefined ? [alone(first, isVector)] : paired(plot.curves);
    return { ...plot, kind: "path", across: AUTOMATIC, axes: [], curves };
  });
}

/** Turns paths into curves over time, with a curve for each number along x too. */
export function toCurves(state: PlotsState, plotId: string): PlotsState {
  const taken: CurveState[] = [...allCurves(state)];
  return changePlot(state, plotId, (plot): PlotState => {
    const curves: CurveState[] = [];
    for (const { across, ...curve } of plot.curves) {
      if (across !== undefined && ![...curves, ...plot.curves].some((other) => isSameNumber(other, across))) {
        const added = { ...curve, id: freeId("c", taken), name: "", ...across, ...freeLook(taken) };
        taken.push(added);
        curves.push(added);
      }
      curves.push(curve);
    }
    return { ...plot, kind: "time", across: AUTOMATIC, axes: [], curves };
  });
}

function paired(curves: readonly CurveState[]): CurveState[] {
  const firstOf = new Map<string, CurveState>();
  const count = new Map<string, number>();
  for (const curve of curves) {
    if (!firstOf.has(curve.key)) firstOf.set(curve.key, curve);
    count.set(curve.key, (count.get(curve.key) ?? 0) + 1);
  }
  return curves.flatMap((curve) => {
    const partner = count.get(curve.key)! > 1 ? firstOf.get(curve.key)! : curves[0]!;
    return partner === curve ? [] : [{ ...curve, across: numberOf(partner) }];
  });
}

function alone(curve: CurveState, isVector: (key: string) => boolean): CurveState {
  if (!isVector(curve.key)) return curve;
  return { ...curve, column: Math.max(1, curve.column), across: { key: curve.key, column: 0 } };
}

function numberOf({ key, column }: NumberRef): NumberRef {
  return { key, column };
}
