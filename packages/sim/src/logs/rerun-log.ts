import { messages } from "@orrery/msgs";
import type { Nanoseconds } from "../base/time.ts";
import type { Runner } from "../runner/runner.ts";
import { isSample, logTypes } from "./log-channels.ts";
import type { LogFile } from "./log-file.ts";
import { Rerun, type RerunOptions } from "./rerun.ts";

/** Follows a run that is repeated. */
export interface RerunWatcher {
  /** Called with the world at its beginning, before anything happens in it. */
  readonly onBegin: (runner: Runner) => Promise<void>;
  /** Called now and then with the simulated time that the run has reached. What it throws ends the run. */
  readonly onProgress: (timeNs: Nanoseconds) => Promise<void>;
  /** Called with the world at its end. */
  readonly onEnd?: (runner: Runner) => Promise<void>;
}

/** Time between two reports of progress, in milliseconds. */
const PROGRESS_MS = 50;

/** Repeats a recorded run to its end, from only its first state and its inputs. */
export async function rerunLog(log: LogFile, options: RerunOptions, watcher: RerunWatcher): Promise<void> {
  const rerun = await Rerun.begin(log, options);
  using _rerun = rerun;
  await watcher.onBegin(rerun.runner);
  let lastMs = -Infinity;
  for (let chunk = 0; chunk < log.chunks.length; chunk++) {
    for (const entry of log.entries(chunk)) {
      if (entry.kind === "input") await rerun.replay(messages.decode(logTypes.input, entry.bytes));
      if (!isSample(entry)) continue;
      rerun.reachTime(entry.simNs);
      if (options.nowMs() - lastMs < PROGRESS_MS) continue;
      await watcher.onProgress(entry.simNs);
      lastMs = options.nowMs();
    }
  }
  await watcher.onEnd?.(rerun.runner);
}
