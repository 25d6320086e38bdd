import { scopedName } from "@orrery/sim";
import { ChartLine } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { plotValues } from "./plot-values.ts";

const ID = "plot.selection";

/** Adds the command that offers the values of what is selected, also to the menus of entities. */
export function addPlotSelection(app: WorldApp): Disposable {
  const { view, commands, events } = app;
  const parts = new DisposableStack();
  parts.use(
    commands.add({
      id: ID,
      title: "Plot values…",
      menu: "View",
      group: "plot",
      icon: ChartLine,
      whyNot: () => (view.selection.primary === undefined ? "nothing is selected" : undefined),
      run: () => {
        const { primary } = view.selection;
        const { world } = view.mirror;
        if (primary === undefined || !world.exists(primary)) return;
        plotValues(app, { kind: "thing", name: scopedName(world, primary) });
      },
    }),
  );
  const addTo = ({ items }: { readonly items: MenuItem[] }): void => {
    const command = commands.list.current.find(({ id }) => id === ID);
    const at = items.findIndex(({ id }) => id === "frame" || id === "scene.frame-all");
    if (command !== undefined && view.selection.primary !== undefined)
      items.splice(at + 1, 0, commandItem(command, commands));
  };
  parts.use(events.on("treeMenu", addTo));
  parts.use(events.on("sceneMenu", addTo));
  return parts;
}
