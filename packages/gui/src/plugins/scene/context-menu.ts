import { scopedName, topModelOf } from "@orrery/sim";
import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import type { PointerPlace } from "../../shell/events.ts";
import { copyText } from "../../ui/copy-text.ts";
import type { MenuItem } from "../../ui/menu.tsx";

/** Returns the items for a right click in the scene. Others add theirs through the event `sceneMenu`. */
export function contextItems(app: WorldApp, place: PointerPlace): MenuItem[] {
  const { commands, view } = app;
  const { selection } = view;
  const { world } = view.mirror;
  const item = (id: string, startsGroup = false): MenuItem[] =>
    commands.list.current
      .filter((command) => command.id === id)
      .map((command) => ({ ...commandItem(command, commands), startsGroup }));
  const chosen = selection.primary;
  const part = place.entity;
  const items: MenuItem[] = [];
  if (chosen !== undefined) {
    items.push(...item("scene.frame-selection"), ...item("scene.follow"), ...item("scene.chase"));
    items.push(
      ...["hidden", "isolate", "transparent", "wireframe", "collisions"].flatMap((name, i) =>
        item(`scene.look.${name}`, i === 0),
      ),
    );
  }
  if (part !== undefined && part !== chosen && topModelOf(world, part) === chosen) {
    items.push({ id: "select-part", title: "Select part", keys: "Alt+Click", run: () => selection.set([part]) });
  }
  if (chosen !== undefined && world.exists(chosen)) {
    items.push({
      id: "copy-name",
      title: "Copy name",
      startsGroup: true,
      run: () => void copyText(scopedName(world, chosen), "the name", app.notices),
    });
  }
  items.push(...item("scene.frame-all", items.length > 0));
  const switches = ["grid", "shadows", "wireframe", "transparent", "collisions", "joints"];
  items.push(...switches.flatMap((name, i) => item(`scene.${name}`, i === 0)));
  app.events.emit("sceneMenu", { ...place, items });
  return items;
}
