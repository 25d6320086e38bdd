import { readSamples, type NamedSamples, type SeriesView } from "@orrery/plots";
import { branchLines } from "../branches/branch-lines.ts";
import { nameOfCurve, unitOfNumber } from "../canvas/describe-plots.ts";
import { lineOf, type TimeRange } from "../canvas/shown-time.ts";
import { curveName } from "../curve-text.ts";
import type { NumberRef, PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";

type Sources = Pick<CurveSource, "state" | "track">;

/**
 * Returns the samples of all visible curves within a range, the present line first and then their branches. A number
 * that is shown several times is there once, and all names differ.
 */
export function plottedCurves(state: PlotsState, sources: Sources, range: TimeRange): NamedSamples[] {
  const { from, to } = range;
  const curves: NamedSamples[] = [];
  const names = new Set<string>();
  const known = new Set<string>();
  const add = (name: string, unit: string, view: SeriesView | undefined): void => {
    const samples = view && readSamples(view, from, to);
    if (samples === undefined || samples.times.length === 0) return;
    const unique = freeName(name, names);
    names.add(unique);
    curves.push({ name: unique, unit, samples });
  };
  const addNumber = (number: NumberRef, name: string): void => {
    const id = `${number.column} ${number.key}`;
    if (known.has(id)) return;
    known.add(id);
    add(name, unitOfNumber(number, sources), lineOf(number, sources));
  };
  for (const plot of state.plots) {
    for (const curve of plot.curves.filter(({ isVisible }) => isVisible)) {
      const { across } = curve;
      if (across !== undefined) addNumber(across, curveName(across, sources.state(across.key)?.described));
      // A path is named after both of its numbers, but the column has only one of them.
      const isPath = across !== undefined && curve.name === "";
      addNumber(curve, isPath ? curveName(curve, sources.state(curve.key)?.described) : nameOfCurve(curve, sources));
    }
  }
  for (const plot of state.plots) {
    for (const { curve, stretch, view } of branchLines(plot, sources, range)) {
      const id = `${curve.column} ${curve.key} ${stretch}`;
      if (known.has(id)) continue;
      known.add(id);
      add(`${nameOfCurve(curve, sources)} (branch ${stretch})`, unitOfNumber(curve, sources), view);
    }
  }
  return curves;
}

/** Returns a name that is not taken: the name itself, or with a number. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}
