import type { orrery } from "@orrery/msgs";
import { stretchesOf } from "@orrery/plots";
import type { PlotSession } from "../plot-session.ts";
import { allCurves } from "../plot-state.ts";
import { kindOf } from "../sources/source.ts";
import { plotDifferences, sideOf } from "./compare-run.ts";
import { linesOfMark, type LinePair } from "./mark-lines.ts";

/** Returns the lines of history with and without a command; throws with the reason if there are none. */
export function linesWithAndWithout(history: orrery.History, mark: string): LinePair {
  const marks = new Map((history.stretches ?? []).map(({ id = "", marks: own = [] }) => [id, own]));
  const { stretches, present } = stretchesOf(history);
  const marked = stretches.map((stretch) => ({
    ...stretch,
    marks: (marks.get(stretch.id) ?? []).map(({ id = "" }) => id),
  }));
  const lines = linesOfMark(marked, present, mark);
  if (lines !== undefined) return lines;
  throw new Error("nothing continues without that command: undo it, let the world run for a while, and ask again");
}

/** Adds a plot with the differences of all visible curves. Throws if there are none to compare. */
export function plotDifference(session: Pick<PlotSession, "state" | "change">, lines: LinePair): void {
  const chosen = allCurves(session.state.current).filter(({ key, isVisible }) => isVisible && isComparable(key));
  if (chosen.length === 0) throw new Error("no values are plotted: plot those that are to be compared");
  const pairs = chosen.map((number) => ({ first: sideOf(number, lines.first), second: sideOf(number, lines.second) }));
  session.change((state) => plotDifferences(state, pairs));
}

function isComparable(key: string): boolean {
  return kindOf(key) !== "difference" && kindOf(key) !== "run";
}
