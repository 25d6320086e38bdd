import { MessageRegistry } from "@orrery/msgs";
import { formatTime, type LogRecord, type Runner } from "@orrery/sim";
import { builtInSystems, logTo, rerunLog, SystemLibrary } from "@orrery/sim/host";
import { type LogFile, sectionsOf } from "@orrery/sim/logs";
import { messages } from "@orrery/msgs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ServerConfig } from "../../config.ts";
import { PluginFolders } from "../../plugins/plugin-folders.ts";
import { loadRunner, type LoadStart } from "../../world/load-runner.ts";
import { Failure } from "../failure.ts";
import { noteRecord } from "../note-record.ts";
import { noteProblems } from "../problems.ts";
import { showProgress } from "../terminal.ts";
import type { CurveSource } from "./curve-source.ts";
import { RunnerCurves } from "./runner-curves.ts";

/** Time between two moments at which Ctrl-C is noticed, in milliseconds. */
const SLICE_MS = 30;

export interface HeadlessOptions {
  readonly start: LoadStart;
  readonly steps: number;
  /** A sample is taken in every n-th step. */
  readonly every: number;
}

/** Loads a world, and makes its steps for the curves. Throws a Failure if it cannot be loaded. */
export async function headlessCurves({ start, steps, every }: HeadlessOptions): Promise<CurveSource> {
  const loaded = await loadRunner(start, { log: logTo(noteTrouble), onProgress: () => undefined });
  noteProblems(loaded.problems);
  const { runner } = loaded;
  if (runner === undefined) throw new Failure(loaded.reason || `${start.world} was not loaded`);
  const curves = new RunnerCurves(runner);
  return sourceOf(curves, runner.name, async (names, sink, stopping) => {
    using _runner = runner;
    await curves.watch(names, sink, every);
    const isStopped = flagOf(stopping);
    const { count: first } = runner.now();
    const end = first + steps;
    while (runner.now().count < end && !isStopped()) {
      const untilMs = performance.now() + SLICE_MS;
      while (runner.now().count < end && performance.now() < untilMs) runner.pass();
      showProgress(`simulated ${runner.now().count - first} of ${steps} steps`);
      await nextTurn();
    }
    curves.pass();
  });
}

/** Repeats the run of a log of ours for the curves: its items are those of the recorded world in each step. */
export async function rerunCurves(log: LogFile, { pluginFolders }: ServerConfig, every: number): Promise<CurveSource> {
  const options = {
    library: new SystemLibrary(builtInSystems, new PluginFolders(pluginFolders)),
    messages: new MessageRegistry(),
    log: logTo((record: LogRecord) => void (record.level === "error" && noteRecord(record))),
    nowMs: () => performance.now(),
  };
  const sections = sectionsOf(log, messages, () => undefined);
  const endNs = Math.max(...sections.map(({ end }) => end.timeNs));
  const begun = Promise.withResolvers<Runner>();
  const reading = Promise.withResolvers<{ readonly isStopped: () => boolean }>();
  const rerun = rerunLog(log, options, {
    onBegin: async (runner) => {
      begun.resolve(runner);
      await reading.promise;
    },
    onProgress: async (timeNs) => {
      showProgress(`simulated again: ${formatTime(timeNs)} of ${formatTime(endNs)}`);
      await nextTurn();
      if ((await reading.promise).isStopped()) throw new Stopped();
    },
    onEnd: async () => curves.pass(),
  });
  rerun.catch(begun.reject);
  const curves = new RunnerCurves(await begun.promise);
  return sourceOf(curves, `${log.world} (${log.source.name})`, async (names, sink, stopping) => {
    await curves.watch(names, sink, every);
    reading.resolve({ isStopped: flagOf(stopping) });
    await rerun.catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
  });
}

/** Ends a run that nobody waits for. */
class Stopped extends Error {}

/** What a run tells of itself is of no interest here, unless something is wrong. */
function noteTrouble(record: LogRecord): void {
  if (record.level !== "info") noteRecord(record);
}

function flagOf(promise: Promise<void>): () => boolean {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  return () => isSettled;
}

function sourceOf(curves: RunnerCurves, title: string, read: CurveSource["read"]): CurveSource {
  return {
    title,
    timeTitle: "Simulated time",
    isLive: false,
    info: (name) => curves.info(name),
    fitting: (pattern) => curves.fitting(pattern),
    near: (name) => curves.near(name),
    read,
  };
}
