import { ChartLine } from "lucide-react";
import { useEffect, type KeyboardEvent } from "react";
import type { WorldApp } from "../../shell/app.ts";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin, type GuiPlugin } from "../../shell/plugins/plugin.ts";
import { sharedViewOf } from "../../shell/sharing/shared-view.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { isTyping } from "../../ui/keys.ts";
import { PlotCanvas } from "./canvas/plot-canvas.tsx";
import { DifferenceTable } from "./compare/difference-table.tsx";
import { Toolbar } from "./controls/toolbar.tsx";
import { CursorPanel } from "./cursors/cursor-panel.tsx";
import { EmptyDrop } from "./empty-drop.tsx";
import { openDropped } from "./files/open-files.ts";
import { Legend } from "./legend/legend.tsx";
import { OfferedValues } from "./palette/offered-values.tsx";
import { Palette } from "./palette/palette.tsx";
import { PLOT_HELP } from "./plot-help.ts";
import type { PlotSession } from "./plot-session.ts";
import { hasLegend, hasPalette } from "./plot-settings.ts";
import { runCommands } from "./runs/run-commands.ts";
import { saveCommands } from "./saving/save-commands.ts";
import { addSetupCommands } from "./setups/setup-commands.ts";
import { sharedPlots } from "./setups/shared-plots.ts";
import { addPlotSelection } from "./plot-selection.ts";
import { showsForDrags } from "./shows-for-drags.ts";
import { plotsOf } from "./world-plots.ts";

/** Plots any number of a world, live and from its past, even if nobody recorded that. */
export default plotPlugin("plot", "Plots", true);

/** A second panel, for another place in the window. It shares the time axis of the first. */
export const secondPlots = plotPlugin("plot-2", "Plots 2", false);

function plotPlugin(id: string, title: string, shownAtFirst: boolean): GuiPlugin {
  return defineGuiPlugin({
    id,
    title,
    summary: "Curves of values and topics over simulated time, their past included",
    icon: ChartLine,
    dock: "bottom",
    shownAtFirst,
    ...(shownAtFirst ? { help: [PLOT_HELP], startWorld: startPlots } : {}),
    View: () => <PlotPanel id={id} />,
  });
}

function startPlots(app: WorldApp): Disposable {
  const parts = new DisposableStack();
  parts.use(app.commands.add(...saveCommands(app), ...runCommands(app)));
  parts.use(addSetupCommands(app));
  parts.use(openDropped(app));
  parts.use(addPlotSelection(app));
  parts.use(showsForDrags(app));
  parts.use(sharedViewOf(app).add("plots", sharedPlots(app)));
  return parts;
}

function PlotPanel({ id }: { readonly id: string }) {
  const { view, notices } = useApp();
  const worldPlots = plotsOf(view);
  const session = worldPlots.session(id);
  const { plots } = useValue(session.state);
  const isPaletteOpen = useValue(hasPalette);
  const isLegendOpen = useValue(hasLegend) && plots.length > 0;
  const activate = (): void => void (worldPlots.activePanel = id);
  useEffect(() => {
    const listening = worldPlots.programs.leavings.on((program) =>
      notices.show({
        kind: "warning",
        text: `The program ${program} has gone. Its curves keep what it sent`,
        cause: `program ${program}`,
      }),
    );
    return () => listening[Symbol.dispose]();
  }, [worldPlots, notices]);
  return (
    <div
      className="plot-panel"
      onPointerDownCapture={activate}
      onFocusCapture={activate}
      onKeyDown={(event) => undoKey(event, session)}
    >
      <div className="plot-grid" data-palette={isPaletteOpen} data-legend={isLegendOpen}>
        <Toolbar session={session} />
        {isPaletteOpen && <Palette session={session} />}
        {plots.length === 0 ? (
          <EmptyDrop session={session}>
            <EmptyState icon={ChartLine} title="No curves yet">
              Drag a value here, or double-click it. Its past appears too.
            </EmptyState>
          </EmptyDrop>
        ) : (
          <PlotCanvas session={session} />
        )}
        {plots.length > 0 && (
          <div className="plot-facts-stack">
            <CursorPanel session={session} plots={worldPlots} />
            <DifferenceTable session={session} plots={worldPlots} />
          </div>
        )}
        {isLegendOpen && <Legend session={session} />}
        <OfferedValues session={session} />
      </div>
    </div>
  );
}

/** Undoes and redoes edits of plots, instead of commands of the world, while the panel has the focus. */
function undoKey(event: KeyboardEvent, session: PlotSession): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  if (!(ctrlKey || metaKey) || altKey || isTyping(nativeEvent)) return;
  const letter = key.toLowerCase();
  if (letter === "z" && !shiftKey) session.undo();
  else if (letter === "y" || letter === "z") session.redo();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
