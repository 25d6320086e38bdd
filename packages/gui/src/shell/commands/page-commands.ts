import { FileDown, LayoutPanelLeft, Moon, Mouse, RotateCcw, Save, Sun, Trash2 } from "lucide-react";
import { download } from "../../ui/download.ts";
import { panelFocusCommands } from "../dock/panel-focus.ts";
import { foldCommands } from "./fold-commands.ts";
import type { App } from "../app.ts";
import type { GuiConfig } from "../plugins/gui-config.ts";
import { navigationNames, navigations } from "../navigation.ts";
import type { Theme } from "../settings.ts";

/** What the page itself can do: themes, layouts, panels. */
export function addPageCommands({ commands, settings, layout, plugins, questions }: App): void {
  const theme = (to: Theme, title: string) => ({
    id: `theme.${to}`,
    title,
    menu: "View" as const,
    group: "theme",
    ...(to === "dark" ? { icon: Moon } : to === "light" ? { icon: Sun } : {}),
    isOn: () => settings.theme.current === to,
    run: () => settings.theme.set(to),
  });
  commands.add(
    ...foldCommands(layout),
    ...panelFocusCommands,
    theme("system", "Theme of the system"),
    theme("dark", "Dark theme"),
    theme("light", "Light theme"),
    ...navigationNames.map((name) => ({
      id: `navigation.${name}`,
      title: `Navigate as in ${navigations[name].title}`,
      menu: "View" as const,
      group: "navigation",
      icon: Mouse,
      isOn: () => settings.navigation.current === name,
      run: () => settings.navigation.set(name),
    })),
    {
      id: "layout.save",
      title: "Save layout as…",
      menu: "Panels",
      group: "layout",
      icon: Save,
      run: async () => {
        const name = await questions.ask({ title: "Save layout", label: "Name", action: "Save" });
        if (name !== undefined) layout.saveAs(name);
      },
    },
    {
      id: "layout.download",
      title: "Save layout to a file",
      menu: "Panels",
      group: "layout",
      icon: FileDown,
      run: () => {
        const config: GuiConfig = { layout: layout.current()! };
        download(new Blob([JSON.stringify(config, undefined, 2)], { type: "application/json" }), "gui-config.json");
      },
    },
    {
      id: "layout.reset",
      title: "Reset layout",
      menu: "Panels",
      group: "layout",
      icon: RotateCcw,
      run: () => layout.reset(),
    },
  );
  let added: Disposable | undefined;
  plugins.list.changes.on((list) => {
    added?.[Symbol.dispose]();
    added = commands.add(
      ...list.flatMap(({ plugin: { id, title, View, icon } }) =>
        View === undefined
          ? []
          : [
              {
                id: `panel.${id}`,
                title,
                menu: "Panels" as const,
                group: "panels",
                ...(icon === undefined ? {} : { icon }),
                isOn: () => layout.isOpen(id),
                run: () => layout.toggle(id),
              },
            ],
      ),
    );
  });
  let namedOnes: Disposable | undefined;
  const offerNamed = (): void => {
    namedOnes?.[Symbol.dispose]();
    namedOnes = commands.add(
      ...Object.keys(layout.named.current).flatMap((name) => [
        {
          id: `layout.use.${name}`,
          title: `Layout ${name}`,
          menu: "Panels" as const,
          group: "layouts",
          icon: LayoutPanelLeft,
          run: () => void layout.use(name),
        },
        {
          id: `layout.forget.${name}`,
          title: `Forget layout ${name}`,
          menu: "Panels" as const,
          group: "layouts-forget",
          icon: Trash2,
          run: () => layout.forget(name),
        },
      ]),
    );
  };
  layout.named.changes.on(offerNamed);
  offerNamed();
}
