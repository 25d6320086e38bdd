import { Box, Eye, EyeOff, Focus, Grip } from "lucide-react";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { entityLooksOf } from "./entity-looks.ts";
import type { LookName } from "../../render/look-names.ts";

/**
 * Returns the commands to hide, isolate, make transparent, show as wireframe or show collisions of the selection, on
 * this page only.
 */
export function lookCommands(app: WorldApp): readonly Command[] {
  const looks = entityLooksOf(app);
  const { selection } = app.view;
  const common = { menu: "View" as const, group: "looks" };
  const needsSelection = (): string | undefined =>
    selection.entities.length === 0 ? "nothing is selected" : undefined;
  const look = (name: LookName, title: string, more: Partial<Command>): Command => ({
    ...common,
    id: `scene.look.${name}`,
    title,
    whyNot: needsSelection,
    isOn: () => looks.isOn(selection.entities, name),
    run: () => looks.toggle(selection.entities, name),
    ...more,
  });
  return [
    look("hidden", "Hide selection", { icon: EyeOff, keys: "H" }),
    {
      ...common,
      id: "scene.look.isolate",
      title: "Isolate selection",
      icon: Focus,
      keys: "/",
      isOn: () => looks.isIsolating,
      whyNot: () => (looks.isIsolating ? undefined : needsSelection()),
      run: () => looks.isolate(looks.isIsolating ? [] : selection.entities),
    },
    {
      ...common,
      id: "scene.look.all",
      title: "Show all",
      icon: Eye,
      keys: "Alt+H",
      isEnabled: () => looks.isIsolating || looks.hiddenCount() > 0,
      run: () => looks.showAll(),
    },
    look("transparent", "Selection transparent", {}),
    look("wireframe", "Selection as wireframe", { icon: Grip }),
    look("collisions", "Collisions of selection", { icon: Box }),
  ];
}
