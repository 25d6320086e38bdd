import { topModelOf } from "@orrery/sim";
import { SlidersVertical } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { jointedModels } from "./joint-rows.ts";
import { JointsPanel } from "./joints-panel.tsx";

/** Joints as sliders: where they are, and where they should be. */
export default defineGuiPlugin({
  id: "joints",
  title: "Joints",
  icon: SlidersVertical,
  summary: "Move the joints of a model by sliders, or send targets to their controllers",
  dock: "right",
  shownAtFirst: false,
  View: JointsPanel,
  help: [
    {
      title: "Sliders of joints",
      entries: [
        { what: "Step, ten steps", keys: ["←", "→", "Shift+←", "Shift+→"] },
        { what: "To the limits", keys: ["Home", "End"] },
        { what: "Leave the joint where it was", keys: ["Escape"] },
        { what: "Type a position", how: "a click on its number; 30deg and 1/3 work too" },
      ],
    },
  ],
  startWorld(app) {
    const parts = new DisposableStack();
    parts.use(
      app.commands.add({
        id: "joints.open",
        title: "Move joints…",
        menu: "Edit",
        group: "push",
        icon: SlidersVertical,
        keys: "Shift+J",
        whyNot: () =>
          jointedModels(app.view.mirror.world).length === 0 ? "nothing in this world has joints that move" : undefined,
        run: () => {
          app.layout.show("joints");
          // A panel that has just been opened has its sliders in a later frame.
          requestAnimationFrame(() => requestAnimationFrame(focusFirst));
        },
      }),
    );
    parts.use(app.events.on("treeMenu", ({ items }) => insertItem(app, items, "push.open")));
    parts.use(app.events.on("sceneMenu", ({ items }) => insertItem(app, items, "scene.frame-all")));
    return parts;
  },
});

function focusFirst(): void {
  const panel = document.querySelector(".panel-joints");
  (panel?.querySelector<HTMLElement>("[role=slider]") ?? panel?.querySelector<HTMLElement>("button"))?.focus();
}

/** Adds the panel to the menu of an entity whose model has joints. */
function insertItem(app: WorldApp, items: MenuItem[], before: string): void {
  const { world } = app.view.mirror;
  const { primary } = app.view.selection;
  const command = app.commands.list.current.find(({ id }) => id === "joints.open");
  if (command === undefined || primary === undefined || !world.exists(primary)) return;
  if (!jointedModels(world).includes(topModelOf(world, primary))) return;
  const at = items.findIndex(({ id }) => id === before);
  items.splice(at < 0 ? items.length : at, 0, commandItem(command, app.commands));
}
