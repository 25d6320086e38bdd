import { FileDown, LayoutPanelLeft, RotateCcw, Save, Trash2 } from "lucide-react";
import { download } from "../../ui/download.ts";
import type { Layout } from "../dock/layout.ts";
import type { GuiConfig } from "../plugins/gui-config.ts";
import type { Questions } from "../questions.ts";
import type { Command } from "./commands.ts";

/** Lists what can be done with the layout in use: save it under a name or in a file, and return to the initial one. */
export function layoutCommands(layout: Layout, questions: Questions): readonly Command[] {
  const common = { menu: "Panels", group: "layout" } as const;
  return [
    {
      ...common,
      id: "layout.save",
      title: "Save layout as…",
      icon: Save,
      run: async () => {
        const name = await questions.ask({ title: "Save layout", label: "Name", action: "Save" });
        if (name !== undefined) layout.saveAs(name);
      },
    },
    {
      ...common,
      id: "layout.download",
      title: "Save layout to a file",
      icon: FileDown,
      run: () => {
        const config: GuiConfig = { layout: layout.current()! };
        download(new Blob([JSON.stringify(config, undefined, 2)], { type: "application/json" }), "gui-config.json");
      },
    },
    { ...common, id: "layout.reset", title: "Reset layout", icon: RotateCcw, run: () => layout.reset() },
  ];
}

/** Lists commands to apply and delete each layout saved under a name. */
export function namedLayoutCommands(layout: Layout): readonly Command[] {
  return Object.keys(layout.named.current).flatMap((name): Command[] => [
    {
      id: `layout.use.${name}`,
      title: `Layout ${name}`,
      menu: "Panels",
      group: "layouts",
      icon: LayoutPanelLeft,
      run: () => void layout.use(name),
    },
    {
      id: `layout.forget.${name}`,
      title: `Delete layout ${name}`,
      menu: "Panels",
      group: "layouts-forget",
      icon: Trash2,
      run: () => layout.forget(name),
    },
  ]);
}
