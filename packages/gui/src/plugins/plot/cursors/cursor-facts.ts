import { table, tableText, type NamedSeries, type StatisticsRow } from "@orrery/plots";
import { nameOfCurve, unitOfNumber } from "../canvas/describe-plots.ts";
import { lineOf } from "../canvas/shown-time.ts";
import { allCurves, type CurveState, type PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";
import type { CursorPair } from "./cursor-marks.ts";

type Sources = Pick<CurveSource, "state" | "track">;

/** The facts about one curve between the cursors. */
export interface CursorRow extends StatisticsRow {
  readonly curve: CurveState;
}

/** Returns the facts about every visible curve between two cursors, along the present line. */
export function cursorRows(state: PlotsState, sources: Sources, { a, b }: CursorPair): CursorRow[] {
  const shown = allCurves(state).flatMap((curve): (NamedSeries & { readonly curve: CurveState })[] => {
    const series = curve.isVisible ? lineOf(curve, sources) : undefined;
    if (series === undefined) return [];
    return [{ curve, series, name: nameOfCurve(curve, sources), unit: unitOfNumber(curve, sources) }];
  });
  return table(shown, a, b).map((row, i) => ({ ...row, curve: shown[i]!.curve }));
}

/** Writes the facts as text to paste into a spreadsheet. */
export function cursorText(rows: readonly CursorRow[]): string {
  return tableText(rows);
}
