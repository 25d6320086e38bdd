import type { WorldApp } from "../../shell/app.ts";
import type { Plottable } from "../../ui/plot-drag.ts";
import { dropValues } from "./drop-values.ts";
import { plotsOf } from "./world-plots.ts";

/** Opens the panel of plots that was used last, and adds values to its last plot. Of a thing, it offers the items. */
export function plotValues(app: Pick<WorldApp, "view" | "layout">, plottable: Plottable): void {
  const plots = plotsOf(app.view);
  app.layout.show(plots.activePanel);
  const session = plots.session(plots.activePanel);
  dropValues(session, plottable, { plot: session.state.current.plots.at(-1)?.id });
}
