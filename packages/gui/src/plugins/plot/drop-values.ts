import type { Plottable } from "../../ui/plot-drag.ts";
import { addCurve } from "./curve-edits.ts";
import type { PlotSession } from "./plot-session.ts";
import type { PlotsState } from "./plot-state.ts";

/** Plots what was dropped on a plot; without a plot, in a new one. Of a thing, the session offers the items. */
export function dropValues(session: PlotSession, dropped: Plottable, plotId: string | undefined): void {
  if (dropped.kind === "thing") return session.offered.set({ thing: dropped.name, plot: plotId });
  session.change((state) => {
    let next: PlotsState = state;
    let plot = plotId;
    for (const { key, column } of dropped.numbers) {
      next = addCurve(next, key, column, plot);
      plot ??= next.plots.at(-1)?.id;
    }
    return next;
  });
}
