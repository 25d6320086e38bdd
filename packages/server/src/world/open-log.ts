import { logTo, Runner, textOf } from "@orrery/sim/host";
import { formatTime } from "@orrery/sim";
import { firstMoment, LogError, LogFile, momentOf, playbackOptions, resumeOptions } from "@orrery/sim/logs";
import type { CommonOptions, LiveOptions, Loaded } from "./load-runner.ts";
import type { ResumeStart, ThreadStart } from "./thread-messages.ts";
import { FileLogSource } from "../logs/log-source.ts";

/**
 * Continues from a moment of a log. The world's file is not read: everything is in the log. After a failure of the
 * thread, it continues from `start.restore` instead.
 */
export async function resumeLog(
  { file, id, timeNs }: ResumeStart,
  { restore }: Pick<ThreadStart, "restore">,
  options: LiveOptions,
): Promise<Loaded> {
  const { log, library, messages, nowMs } = options;
  // Differences of the repeated run are found by comparing states.
  const quiet = logTo(() => {});
  let runner: Runner | undefined;
  try {
    const opened = await LogFile.open(new FileLogSource(file));
    const moment =
      restore === undefined
        ? await momentOf(opened, { id, timeNs }, { library, messages, nowMs, log: quiet })
        : { ...firstMoment(opened), state: restore.bytes };
    runner = await Runner.create({ ...options, ...resumeOptions(opened, moment), log: { ...log, warn: () => {} } });
    await runner.load(moment.state);
    if (restore === undefined) log.info(`continues from ${formatTime(moment.timeNs)} of ${file}`);
    return { runner, problems: [] };
  } catch (error) {
    runner?.[Symbol.dispose]();
    if (!(error instanceof LogError)) throw error;
    return { runner: undefined, problems: [], reason: error.message };
  }
}

/** Opens a log to play back. In a module of its own, because most threads never need the readers of logs. */
export async function openLog(file: string, common: CommonOptions, targetFactor = 1): Promise<Loaded> {
  const { log } = common;
  try {
    const opened = await LogFile.open(new FileLogSource(file));
    const options = playbackOptions(opened, (error) => log.error(textOf(error)));
    if (!opened.isWhole) log.warn(`${file}: it is still being written, or was cut off; it is played as far as it goes`);
    return { runner: await Runner.create({ ...common, ...options, targetFactor }), problems: [] };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { runner: undefined, problems: [], reason: error.message };
  }
}
