import type { WorldView } from "../../client/world-view.ts";
import { linesWithAndWithout, plotDifference } from "./compare/plot-difference.ts";
import { plotsOf } from "./world-plots.ts";

export { PlotButton } from "./plot-button.tsx";
export { openFile } from "./files/open-files.ts";
export { plotValues } from "./plot-values.ts";
export { topicValue } from "./topics/topic-value.ts";

/**
 * Plots the difference that a command made: each plotted value on the line of history with the command, minus its value
 * on the line without it. Throws with the reason if that is impossible.
 */
export function plotDifferenceOf(view: WorldView, commandId: string): void {
  const history = view.history.state.current;
  if (history === undefined) throw new Error("there is no connection to the world");
  plotDifference(plotsOf(view).active, linesWithAndWithout(history, commandId));
}
