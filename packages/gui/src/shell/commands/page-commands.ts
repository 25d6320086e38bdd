import { Moon, Mouse, Sun } from "lucide-react";
import { panelFocusCommands } from "../dock/panel-focus.ts";
import type { App } from "../app.ts";
import { navigationNames, navigations } from "../navigation.ts";
import type { Settings, Theme } from "../settings.ts";
import type { Command } from "./commands.ts";
import { foldCommands } from "./fold-commands.ts";
import { layoutCommands, namedLayoutCommands } from "./layout-commands.ts";
import { panelCommands } from "./panel-commands.ts";
import { worldCommands } from "./world-commands.ts";

/** Adds the page's own commands: themes, layouts, panels. */
export function addPageCommands({ commands, settings, layout, plugins, questions, session, worlds }: App): void {
  commands.add(
    ...foldCommands(layout),
    ...panelFocusCommands,
    ...themeCommands(settings),
    ...navigationCommands(settings),
    ...layoutCommands(layout, questions),
  );
  let panels: Disposable | undefined;
  plugins.list.changes.on((list) => {
    panels?.[Symbol.dispose]();
    panels = commands.add(...panelCommands(list, layout));
  });
  let ofWorlds: Disposable | undefined;
  const offerWorlds = (): void => {
    ofWorlds?.[Symbol.dispose]();
    ofWorlds = commands.add(...worldCommands(session.worlds.current, worlds, layout));
  };
  session.worlds.changes.on(offerWorlds);
  worlds.list.changes.on(offerWorlds);
  let named: Disposable | undefined;
  const offerNamed = (): void => {
    named?.[Symbol.dispose]();
    named = commands.add(...namedLayoutCommands(layout));
  };
  layout.named.changes.on(offerNamed);
  offerNamed();
}

function themeCommands({ theme }: Settings): readonly Command[] {
  const command = (to: Theme, title: string): Command => ({
    id: `theme.${to}`,
    title,
    menu: "View",
    group: "theme",
    ...(to === "dark" ? { icon: Moon } : to === "light" ? { icon: Sun } : {}),
    isOn: () => theme.current === to,
    run: () => theme.set(to),
  });
  return [command("system", "System theme"), command("dark", "Dark theme"), command("light", "Light theme")];
}

function navigationCommands({ navigation }: Settings): readonly Command[] {
  return navigationNames.map((name) => ({
    id: `navigation.${name}`,
    title: `Navigate as in ${navigations[name].title}`,
    menu: "View",
    group: "navigation",
    icon: Mouse,
    isOn: () => navigation.current === name,
    run: () => navigation.set(name),
  }));
}
