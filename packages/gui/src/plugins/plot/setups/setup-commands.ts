import { FileDown, FolderOpen, LayoutTemplate, Save, Trash2 } from "lucide-react";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import { chooseAndOpen } from "../files/open-files.ts";
import { setupsOf } from "./plot-setups.ts";

/** Adds what can be done with the plots of a world as a whole: opening and saving them, and using saved ones. */
export function addSetupCommands(app: WorldApp): Disposable {
  const setups = setupsOf(app);
  const parts = new DisposableStack();
  parts.use(app.commands.add(...fixedCommands(app)));
  let named: Disposable | undefined;
  const offer = (): void => {
    named?.[Symbol.dispose]();
    named = app.commands.add(...namedCommands(app));
  };
  parts.use(setups.changes.on(offer));
  // The world's name, by which setups are kept, comes with its client.
  parts.use(app.view.client.changes.on(offer));
  parts.defer(() => named?.[Symbol.dispose]());
  offer();
  return parts;
}

function fixedCommands(app: WorldApp): Command[] {
  const setups = setupsOf(app);
  const whyNot = (): string | undefined =>
    setups.isEmpty ? "nothing is plotted: double-click a value in the panel Plots first" : undefined;
  return [
    {
      id: "plots.open",
      title: "Open plots…",
      menu: "File",
      group: "plots",
      icon: FolderOpen,
      keys: "Alt+Shift+O",
      run: () => chooseAndOpen(app),
    },
    {
      id: "plots.keep",
      title: "Save plots as…",
      icon: Save,
      whyNot,
      run: async () => {
        const name = await app.questions.ask({ title: "Save plots", label: "Name", action: "Save" });
        if (name !== undefined) setups.saveAs(name.trim());
      },
    },
    {
      id: "plots.save-setup",
      title: "Save plots to a file",
      icon: FileDown,
      whyNot,
      run: () => setups.saveFile(),
    },
  ];
}

function namedCommands(app: WorldApp): Command[] {
  const setups = setupsOf(app);
  return setups.names.flatMap((name): Command[] => [
    { id: `plots.use.${name}`, title: `Plots ${name}`, icon: LayoutTemplate, run: () => setups.use(name) },
    { id: `plots.forget.${name}`, title: `Delete plots ${name}`, icon: Trash2, run: () => setups.forget(name) },
  ]);
}
