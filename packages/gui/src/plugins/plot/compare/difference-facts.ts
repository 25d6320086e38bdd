import { nameOfCurve, unitOfNumber } from "../canvas/describe-plots.ts";
import type { CurveState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";
import type { DifferenceFacts } from "./compared-curve.ts";
import type { DifferenceTracks } from "./difference-tracks.ts";

/** How two curves differ, for a table. */
export interface DifferenceRow {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** `undefined` until it is known. */
  readonly facts: DifferenceFacts | undefined;
}

export function differenceRows(
  curves: readonly CurveState[],
  sources: Pick<CurveSource, "state">,
  differences: Pick<DifferenceTracks, "facts">,
): DifferenceRow[] {
  return curves.map((curve) => ({
    id: curve.id,
    name: nameOfCurve(curve, sources),
    unit: unitOfNumber(curve, sources),
    facts: differences.facts(curve.key),
  }));
}

/** Writes the facts as text with tabs and all digits, to paste into a spreadsheet. */
export function differenceText(rows: readonly DifferenceRow[]): string {
  const head = ["difference", "unit", "greatest", "greatest at (s)", "rms", "part at (s)"];
  const lines = rows.map(({ name, unit, facts }) => {
    const { greatest = "", greatestTime = "", rms = "", partsAt = "" } = facts ?? {};
    return [name.replaceAll(/[\t\r\n]/g, " "), unit, greatest, greatestTime, rms, partsAt];
  });
  return [head, ...lines].map((cells) => `${cells.join("\t")}\n`).join("");
}
