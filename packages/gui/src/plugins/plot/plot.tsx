import { ChartLine } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlotCanvas } from "./canvas/plot-canvas.tsx";
import { Legend } from "./legend.tsx";
import { Palette } from "./palette/palette.tsx";
import { PlotSession } from "./plot-session.ts";

/** Curves of anything that has a number: live, and of the past that nobody recorded. */
export default defineGuiPlugin({
  id: "plot",
  title: "Plots",
  summary: "Curves of values and topics over simulated time, their past included",
  icon: ChartLine,
  dock: "bottom",
  View: PlotPanel,
});

function PlotPanel() {
  const { view } = useApp();
  const session = view.services.of(PlotSession, () => new PlotSession(view));
  const { plots } = useValue(session.state);
  return (
    <div className="plot-panel">
      <Palette session={session} />
      {plots.length === 0 ? (
        <EmptyState icon={ChartLine} title="No curves yet">
          Drag a value here, or double-click it. Its past appears too.
        </EmptyState>
      ) : (
        <>
          <PlotCanvas session={session} />
          <Legend session={session} />
        </>
      )}
    </div>
  );
}
