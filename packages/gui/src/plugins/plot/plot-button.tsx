import { ChartLine } from "lucide-react";
import { useApp } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Plottable } from "../../ui/plot-drag.ts";
import { plotValues } from "./plot-values.ts";

/** Plots values: for the keyboard and for touch, beside what can be dragged onto a plot. */
export function PlotButton({ plottable, title }: { readonly plottable: Plottable; readonly title: string }) {
  const app = useApp();
  return (
    <span className="plot-button">
      <IconButton icon={ChartLine} title={`Plot ${title}`} isPlain onClick={() => plotValues(app, plottable)} />
    </span>
  );
}
