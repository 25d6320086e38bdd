import type { Dash } from "@orrery/plots";
import { DASHES } from "@orrery/plots";
import { addCurve, changeCurve } from "../curve-edits.ts";
import { curveName } from "../curve-text.ts";
import { allCurves, isSameNumber, type CurveState, type NumberRef, type PlotsState } from "../plot-state.ts";
import type { KeptRun } from "../runs/kept-run.ts";
import { runKey } from "../runs/run-key.ts";
import { kindOf, type CurveSource } from "../sources/source.ts";
import { differenceKey, type DifferenceOf, type Side } from "./difference-key.ts";

type Sources = Pick<CurveSource, "state">;

/** A curve of the present run, and the number of another run that is like it. */
export interface Pair {
  readonly curve: CurveState;
  readonly other: NumberRef;
}

/** Returns the visible curves of which a run has the like: kept of the same thing, or with the same name. */
export function pairsWith(run: KeptRun, state: PlotsState, sources: Sources): Pair[] {
  return allCurves(state).flatMap((curve) => {
    const isOwn = curve.isVisible && kindOf(curve.key) !== "run" && kindOf(curve.key) !== "difference";
    const other = isOwn ? likeOf(run, curve, curveName(curve, sources.state(curve.key)?.described)) : undefined;
    return other === undefined ? [] : [{ curve, other }];
  });
}

/** Adds the curves of a run beside those that they are like: in the same colour, with another dash. */
export function showBeside(state: PlotsState, pairs: readonly Pair[]): PlotsState {
  let next = state;
  for (const { curve, other } of pairs) {
    const plot = next.plots.find(({ curves }) => curves.some(({ id }) => id === curve.id));
    if (plot === undefined || plot.kind === "path" || plot.curves.some((each) => isSameNumber(each, other))) continue;
    const dash = freeDash(plot.curves.filter(({ colour }) => colour === curve.colour));
    next = addCurve(next, other.key, other.column, plot.id);
    const added = next.plots.find(({ id }) => id === plot.id)!.curves.at(-1)!;
    next = changeCurve(next, added.id, { colour: curve.colour, dash, style: curve.style });
  }
  return next;
}

/** Adds a plot with differences: the first of each pair minus the second. */
export function plotDifferences(state: PlotsState, pairs: readonly DifferenceOf[]): PlotsState {
  let next = state;
  let plot: string | undefined;
  for (const pair of pairs) {
    next = addCurve(next, differenceKey(pair), 0, plot);
    plot = next.plots.at(-1)!.id;
  }
  return next;
}

/** Returns a number as a side of a difference: on the present line, or on another one. */
export function sideOf({ key, column }: NumberRef, line = ""): Side {
  return { key, column, line };
}

function likeOf(run: KeptRun, { key, column }: NumberRef, name: string): NumberRef | undefined {
  for (const { name: thing, of, columns, samples } of run.things) {
    const at = of === key ? column : columns.findIndex((each) => name === (each === "" ? thing : `${thing}.${each}`));
    if (samples[at] !== undefined) return { key: runKey({ run: run.name, thing }), column: at };
  }
  return undefined;
}

/** Returns the first dash that none of these curves has. */
function freeDash(curves: readonly Pick<CurveState, "dash">[]): Dash {
  return DASHES.find((dash) => curves.every((curve) => curve.dash !== dash)) ?? "dotted";
}
