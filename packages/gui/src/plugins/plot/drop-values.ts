import type { Plottable } from "../../ui/plot-drag.ts";
import { addCurve } from "./curve-edits.ts";
import type { PlotSession } from "./plot-session.ts";
import type { PlotsState } from "./plot-state.ts";

/** Where values are dropped. */
export interface DropPlace {
  /** The id of a plot; left out for a new one. */
  readonly plot?: string | undefined;
  /** Where the pointer is on the page. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** Plots what was dropped. Of a thing, the session offers the items. */
export function dropValues(session: PlotSession, dropped: Plottable, { plot, at }: DropPlace): void {
  if (dropped.kind === "thing") return session.offered.set({ thing: dropped.name, plot: plot ?? "new", at });
  session.change((state) => {
    let next: PlotsState = state;
    let to = plot;
    for (const { key, column } of dropped.numbers) {
      next = addCurve(next, key, column, to);
      to ??= next.plots.at(-1)?.id;
    }
    return next;
  });
}
