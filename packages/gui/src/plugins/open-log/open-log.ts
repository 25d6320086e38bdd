import { FilePlay, Undo2 } from "lucide-react";
import { isLog } from "./is-log.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { chooseFiles } from "../../ui/choose-files.ts";
import { openFile } from "../plot/api.ts";

const ENDING = ".mcap";

/** Plays a log that is dropped onto the page, or chosen, without a server. */
export default defineGuiPlugin({
  id: "open-log",
  title: "Open logs",
  icon: FilePlay,
  summary: "Plays a log from a file of yours, without a server",
  dock: "right",
  help: [{ title: "Logs", entries: [{ what: "Play a log", how: "drop its file onto the page" }] }],
  startWorld(app) {
    const parts = new DisposableStack();
    parts.use(app.commands.add(...commands(app)));
    parts.use(
      app.offers.drops.take(({ files }) => {
        const [file, ...others] = files;
        if (file === undefined || others.length > 0 || !file.name.toLowerCase().endsWith(ENDING)) return false;
        void open(app, file);
        return true;
      }),
    );
    return parts;
  },
});

function commands(app: WorldApp): Command[] {
  return [
    {
      id: "log.open",
      title: "Open a log…",
      menu: "File",
      group: "log",
      icon: FilePlay,
      run: () => chooseFiles(ENDING, (file) => void open(app, file)),
    },
    {
      id: "log.leave",
      title: "Close the log",
      menu: "File",
      group: "log",
      icon: Undo2,
      whyNot: () => (app.stages.leaveLog === undefined ? "no log was opened from a file" : undefined),
      run: () => app.stages.leaveLog?.(),
    },
  ];
}

/** Plays the log. Files of messages that are no logs of worlds can be plotted. */
async function open(app: WorldApp, file: File): Promise<void> {
  try {
    if (await isLog(file)) app.stages.openLog(file);
    else await openFile(app, file);
  } catch (error) {
    app.notices.failed(`open ${file.name}`, error);
  }
}
