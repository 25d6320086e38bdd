import { FilePlus, PackagePlus } from "lucide-react";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";
import { chooseFiles } from "../../ui/choose-files.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { groundEntry } from "./ground-entry.ts";
import type { Insertion } from "./insertion.ts";
import type { ModelEntries } from "./model-entries.ts";
import { insertWords } from "./palette-entry.ts";
import { lightEntries, shapeEntries } from "./shape-entries.ts";

/** Returns the commands for inserting without the palette: every shape and light by name, a file by its dialog. */
export function insertCommands(app: WorldApp, insertion: Insertion): readonly Command[] {
  const whyNot = (): string | undefined => whyNoEditing(app.view);
  return [
    {
      id: "insert.find",
      title: "Find something to insert",
      menu: "Edit",
      group: "find",
      icon: PackagePlus,
      keys: "I",
      run: () => {
        app.layout.show("insert");
        // The panel may have been opened only just now.
        requestAnimationFrame(() =>
          document.querySelector<HTMLInputElement>(".panel-insert [role=searchbox]")?.focus(),
        );
      },
    },
    {
      id: "insert.file",
      title: "Insert SDF or URDF file…",
      menu: "File",
      group: "insert",
      icon: FilePlus,
      keys: "Ctrl+O",
      whyNot,
      run: () => chooseFiles(".sdf,.urdf,.world,.xml", (file) => void insertion.insertFile(file)),
    },
    ...[...shapeEntries, groundEntry, ...lightEntries].map((entry) => ({
      id: `insert.${entry.id}`,
      title: insertWords(entry),
      whyNot,
      run: () => insertion.insertAhead(entry),
    })),
  ];
}

/** Adds commands that insert the server's models known so far. */
export function offerModels(app: WorldApp, models: ModelEntries, insertion: Insertion): Disposable {
  let offered: Disposable | undefined;
  const offer = (): void => {
    offered?.[Symbol.dispose]();
    const { current: known } = models.known;
    offered = app.commands.add(
      ...(known.kind === "known" ? known.entries : []).map((entry) => ({
        id: `insert.${entry.id}`,
        title: insertWords(entry),
        whyNot: () => whyNoEditing(app.view),
        run: () => insertion.insertAhead(entry),
      })),
    );
  };
  const listening = models.known.changes.on(offer);
  offer();
  return {
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      offered?.[Symbol.dispose]();
    },
  };
}
