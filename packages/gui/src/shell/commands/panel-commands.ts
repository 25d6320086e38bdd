import type { Layout } from "../dock/layout.ts";
import type { LoadedPlugin } from "../plugins/plugin-host.ts";
import type { Command } from "./commands.ts";

/** Lists a command for each plugin with a panel, which opens and closes it. */
export function panelCommands(plugins: readonly LoadedPlugin[], layout: Layout): readonly Command[] {
  return plugins.flatMap(({ plugin: { id, title, View, icon } }): Command[] =>
    View === undefined
      ? []
      : [
          {
            id: `panel.${id}`,
            title,
            menu: "Panels",
            group: "panels",
            ...(icon === undefined ? {} : { icon }),
            isOn: () => layout.isOpen(id),
            run: () => layout.toggle(id),
          },
        ],
  );
}
