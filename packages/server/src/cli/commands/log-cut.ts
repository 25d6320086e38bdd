import { MessageRegistry } from "@orrery/msgs";
import { formatTime } from "@orrery/sim";
import { builtInSystems, logTo, SystemLibrary } from "@orrery/sim/host";
import { cutLog, LogFile } from "@orrery/sim/logs";
import { defaultConfig, readConfig } from "../../config.ts";
import { FileLogSource } from "../../logs/log-source.ts";
import { PluginFolders } from "../../plugins/plugin-folders.ts";
import { defineCommand, numberFlag, textFlag } from "../arguments.ts";
import { UsageError } from "../failure.ts";
import { megabytes, writeLog } from "../new-log.ts";
import { note, print, showProgress, style } from "../terminal.ts";

export const logCut = defineCommand({
  name: "log cut",
  summary:
    "Writes a part of a log as a log of its own, which can be played, checked and continued live like any other.",
  operands: ["LOG", "NEW"],
  flags: {
    from: numberFlag("SECONDS", "where the part begins, from the log's beginning (default 0)", { min: 0 }),
    to: numberFlag("SECONDS", "where it ends (default: the log's end)", { min: 0 }),
    config: textFlag("FILE", "JSON with pluginFolders, if third-party systems ran, as for run"),
  },
  examples: ["orrery log cut run.mcap part.mcap --from 60 --to 90"],
  async run({ from = 0, to = Infinity, config }, [file = "", target = ""]) {
    if (to <= from) throw new UsageError("--to must be above --from");
    const log = await LogFile.open(new FileLogSource(file));
    const { pluginFolders } = config === undefined ? defaultConfig : await readConfig(config);
    const options = {
      library: new SystemLibrary(builtInSystems, new PluginFolders(pluginFolders)),
      messages: new MessageRegistry(),
      log: logTo(() => {}),
      nowMs: () => performance.now(),
      onProgress: (timeNs: number) => showProgress(`simulated again until ${formatTime(timeNs)}`),
    };
    let problem: string | undefined;
    const bytes = await writeLog(target, log.about, async (writer) => {
      ({ problem } = await cutLog(log, { fromNs: from * 1e9, toNs: to * 1e9 }, writer, options));
    });
    if (problem !== undefined) {
      const reason = problem.replace(/^.*?: error: /, "");
      note(style.yellow(`${target}: warning: it can be played, but neither checked nor continued live: ${reason}`));
    }
    print(`${target}: ${megabytes(bytes)}`);
    return 0;
  },
});
