import { messages } from "@orrery/msgs";
import type { Nanoseconds } from "../base/time.ts";
import { hasSameComponents } from "../ecs/state-hash.ts";
import { Runner } from "../runner/runner.ts";
import { isSample, logTypes, type LogKind } from "./log-channels.ts";
import type { LogFile } from "./log-file.ts";
import { playbackOptions } from "./play-log.ts";
import { Rerun, type RerunOptions } from "./rerun.ts";

export interface LogCheck {
  /** Number of samples that the repeated simulation reproduced to the bit. */
  readonly samples: number;
  readonly inputs: number;
  /** Simulated time of the first difference: a sample that differs, or an input that only one of the runs refused. */
  readonly differsAtNs: Nanoseconds | undefined;
  /** Description of the input that only one of the runs refused; empty if the difference is a sample. */
  readonly input: string;
}

/** Repeats a recorded run from only its first state and its inputs, and compares every sample with it. */
export async function checkLog(
  log: LogFile,
  options: RerunOptions,
  onProgress: (timeNs: Nanoseconds) => void = () => {},
): Promise<LogCheck> {
  let rerun = await Rerun.begin(log, options);
  using parts = new DisposableStack();
  parts.defer(() => rerun[Symbol.dispose]());
  let before: LogKind | undefined;
  using shown = await Runner.create({ ...options, ...playbackOptions(log, throwOn), paused: true });
  let samples = 0;
  let inputs = 0;
  let isFirst = true;
  for (let chunk = 0; chunk < log.chunks.length; chunk++) {
    for (const entry of log.entries(chunk)) {
      // A log that was merged continues with another run after a jump that nobody asked for.
      if (entry.kind === "start" && before === "jump") {
        rerun[Symbol.dispose]();
        rerun = await Rerun.begin(log, options, { from: entry });
      }
      before = entry.kind;
      if (entry.kind === "input") {
        await rerun.replay(messages.decode(logTypes.input, entry.bytes));
        inputs++;
      }
      if (!isSample(entry)) continue;
      // The first sample is shown already.
      if (!isFirst) shown.state.step(1);
      if (!isFirst) shown.pass();
      isFirst = false;
      rerun.reach(shown.now().count);
      const { differing } = rerun;
      if (differing !== undefined) return { samples, inputs, ...differing };
      if (!hasSameComponents(shown.world, rerun.world)) return { samples, inputs, differsAtNs: entry.simNs, input: "" };
      samples++;
      onProgress(entry.simNs);
    }
  }
  return { samples, inputs, differsAtNs: undefined, input: "" };
}

function throwOn(error: unknown): never {
  throw error;
}
