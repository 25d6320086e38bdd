import { Copy, Download, Image, Table } from "lucide-react";
import type { WorldApp } from "../../../shell/app.ts";
import type { Command } from "../../../shell/commands/commands.ts";
import { plotsOf } from "../world-plots.ts";
import { savingOf } from "./plot-saving.ts";
import { PICTURE_FORMATS } from "./save-choices.ts";
import { TABLE_FORMATS } from "./table-file.ts";

/** Lists what can be saved and copied of the plots of a world. */
export function saveCommands(app: WorldApp): Command[] {
  const saving = savingOf(app);
  const whyNot = (): string | undefined => saving.whyNot();
  return [
    {
      id: "plots.save",
      title: "Save plots…",
      menu: "File",
      group: "plots",
      icon: Download,
      keys: "Ctrl+Shift+E",
      whyNot,
      run: () => {
        app.layout.show(plotsOf(app.view).activePanel);
        saving.dialog.set(saving.session);
      },
    },
    ...PICTURE_FORMATS.map((format): Command => ({
      id: `plots.save.${format}`,
      title: `Save the picture of the plots as ${format.toUpperCase()}`,
      icon: Image,
      whyNot,
      run: () => saving.savePicture({ format }),
    })),
    ...TABLE_FORMATS.map((format): Command => ({
      id: `plots.save.${format}`,
      title: `Save the plotted data as ${NAMES[format]}`,
      icon: Table,
      whyNot,
      run: () => saving.saveData({ format }),
    })),
    {
      id: "plots.copy-picture",
      title: "Copy the picture of the plots",
      icon: Copy,
      keys: "Alt+Shift+P",
      whyNot,
      run: () => saving.copyPicture(),
    },
    {
      id: "plots.copy-data",
      title: "Copy the plotted data",
      icon: Copy,
      keys: "Alt+Shift+D",
      whyNot,
      run: () => saving.copyData(),
    },
  ];
}

const NAMES = { csv: "CSV", parquet: "Parquet", mcap: "MCAP" } as const;
