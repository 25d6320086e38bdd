import { Runner, textOf } from "@orrery/sim/host";
import { LogError, LogFile, playbackOptions } from "@orrery/sim/logs";
import type { CommonOptions, Loaded } from "./load-runner.ts";
import { FileLogSource } from "../logs/log-source.ts";

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
