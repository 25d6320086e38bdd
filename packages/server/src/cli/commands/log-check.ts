import { MessageRegistry } from "@orrery/msgs";
import { formatTime, type LogRecord } from "@orrery/sim";
import { builtInSystems, checkLog, logTo, SystemLibrary } from "@orrery/sim/host";
import { LogFile } from "@orrery/sim/logs";
import { defaultConfig, readConfig } from "../../config.ts";
import { PluginFolders } from "../../plugins/plugin-folders.ts";
import { FileLogSource } from "../../logs/log-source.ts";
import { defineCommand, textFlag } from "../arguments.ts";
import { Failure } from "../failure.ts";
import { clearProgress, print, showProgress } from "../terminal.ts";
import { noteRecord } from "../note-record.ts";

export const logCheck = defineCommand({
  name: "log check",
  summary:
    "Simulates a recorded run again, from its first state and its inputs alone, and compares every sample to the bit.",
  operands: ["LOG"],
  flags: { config: textFlag("FILE", "JSON with pluginFolders, if third-party systems ran, as for run") },
  examples: ["orrery log check run.mcap"],
  async run({ config }, [file = ""]) {
    const { pluginFolders } = config === undefined ? defaultConfig : await readConfig(config);
    const options = {
      library: new SystemLibrary(builtInSystems, new PluginFolders(pluginFolders)),
      messages: new MessageRegistry(),
      log: logTo(noteMishap),
      nowMs: () => performance.now(),
    };
    const log = await LogFile.open(new FileLogSource(file));
    const { samples, inputs, differsAtNs, input } = await checkLog(log, options, (timeNs) => {
      if (process.stderr.isTTY) showProgress(`at ${formatTime(timeNs)}`);
    });
    clearProgress();
    const compared = `${samples} samples, ${inputs} inputs`;
    if (differsAtNs !== undefined)
      throw new Failure(
        `${file}: error: the run made again differs at ${formatTime(differsAtNs)}${input && `: ${input}`} (${compared} before it)`,
      );
    print(`${file}: the run made again is the same to the bit (${compared})`);
    return 0;
  },
});

/** Reports something new in the log of the repeated run; records of the first run need not be repeated. */
function noteMishap(record: LogRecord): void {
  if (record.level === "error") noteRecord(record);
}
