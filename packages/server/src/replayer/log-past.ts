import { LogReplayer } from "@orrery/sim/host";
import { LogFile, type RerunOptions } from "@orrery/sim/logs";
import { FileLogSource } from "../logs/log-source.ts";

/** Returns what replays the past of a log. */
export function logPast(file: string, options: RerunOptions): LogReplayer {
  return new LogReplayer(() => LogFile.open(new FileLogSource(file)), options);
}
