import { parentPort } from "node:worker_threads";
import { scopedName, type LogRecord, type Runner } from "@orrery/sim";
import {
  connectPeer,
  logTo,
  PortLink,
  serve,
  stackOf,
  textOf,
  type LoadProgress,
  type Problem,
} from "@orrery/sim/host";
import { ChosenEngine } from "@orrery/sim/components";
import { AFTER_LOADING, collectGarbage } from "./garbage.ts";
import { loadRunner } from "./load-runner.ts";
import { RecordLimit } from "../logs/record-limit.ts";
import { WorldReplays } from "../replayer/world-replays.ts";
import { ThreadScribe } from "../scribe/scribe.ts";
import { ThreadActivity } from "./thread-activity.ts";
import { ThreadHost } from "./thread-host.ts";
import { ThreadRecords } from "./thread-records.ts";
import type { FailedSystem, RunSummary, ThreadEvent, ThreadStart } from "./thread-messages.ts";

/** Interval between reports of lines that were left out of the log. */
const FLUSH_MS = 2000;
/** Interval between checks of a port that the other side has not opened yet. */
const ATTEND_MS = 10;

/** Loads a world in this simulation thread and runs it until it is told to stop or has made its steps. */
export async function runWorld(start: ThreadStart): Promise<void> {
  surviveStrays();
  const flushing = setInterval(() => records.flush(), FLUSH_MS).unref();
  try {
    await loadAndRun(start);
  } catch (error) {
    // Otherwise the handler of stray errors would log this as one that the world survives.
    post({ kind: "failed", error: stackOf(error) });
  } finally {
    clearInterval(flushing);
    records.flush();
  }
}

async function loadAndRun(start: ThreadStart): Promise<void> {
  using scribe = new ThreadScribe({ file: start.world, signals: start.signals });
  const signals = new Int32Array(start.signals);
  const activity = new ThreadActivity(signals, (number, system) => post({ kind: "system", number, system }));
  const onProgress = (progress: LoadProgress): void => post({ kind: "loading", progress });
  const loaded = await loadRunner(start, { log, scribe, activity, onProgress });
  if (loaded.runner === undefined) return refuse(loaded.problems, loaded.reason);
  using runner = loaded.runner;
  // Steps allocate next to nothing, so V8 would keep the garbage of loading for as long as the world runs.
  collectGarbage({ above: AFTER_LOADING });
  scribe.attach(runner.world, runner.root);
  for (const { key, phase, error } of start.without ?? []) runner.stopSystem(key, phase, error);
  await run(runner, scribe, loaded.problems, start);
}

async function run(
  runner: Runner,
  scribe: ThreadScribe,
  problems: readonly Problem[],
  start: ThreadStart,
): Promise<void> {
  const link = new PortLink(start.port);
  const peer = connectPeer(runner.bus, link);
  const { signals, pluginFolders, log: file } = start;
  using replays = new WorldReplays({ runner, signals, pluginFolders, log: file });
  const { count: first } = runner.now();
  const host = new ThreadHost({
    runner,
    link,
    scribe,
    replays,
    port: start.port,
    signals: new Int32Array(signals),
    end: first + (start.steps ?? Infinity),
    saveAt: start.saveAt ?? Infinity,
    onSave: (steps) => post({ kind: "saved", steps, bytes: runner.save() }),
    onState: (update) => post({ kind: "state", update }),
    onPaused: (paused) => post({ kind: "paused", paused }),
    onKept: start.keep ? (state) => post({ kind: "kept", state }) : undefined,
    onProgress: start.progress
      ? (steps, timeNs) => post({ kind: "progress", steps, timeNs, cpuMicros: cpuMicros() })
      : undefined,
  });
  const engine = engineOf(runner);
  const { entityCount: entities } = runner.world;
  post({ kind: "loaded", world: { name: runner.name, engine, entities, steps: first, problems } });
  while (start.attended && !peer.isReady && !host.stopped) {
    host.poll();
    host.sleep(ATTEND_MS);
  }
  const { record } = start;
  const records = new ThreadRecords(runner, log, () => post({ kind: "recorded" }));
  if (record !== undefined) await records.begin(record);
  const startMs = performance.now();
  const startMicros = cpuMicros();
  try {
    await serve(runner, host);
  } finally {
    // Also if the loop failed: the last moment is of interest.
    records[Symbol.dispose]();
  }
  const seconds = (performance.now() - startMs) / 1000;
  const micros = cpuMicros() - startMicros;
  host.saveWhenDue();
  // Not from the simulated clock, which a reset may have set back.
  const { steps, simulatedNs } = runner.statistics;
  const summary: RunSummary = {
    world: runner.name,
    // The physics may have failed during the run.
    engine: engineOf(runner),
    steps,
    simTime: runner.now().timeNs / 1e9,
    realTimeFactor: steps === 0 ? 0 : simulatedNs / 1e9 / seconds,
    seconds,
    stepMicros: steps === 0 ? 0 : micros / steps,
    entities: runner.world.entityCount,
    hash: start.hash ? runner.hash() : undefined,
    failures: failuresOf(runner),
  };
  post({ kind: "ended", summary });
}

/** Lists the systems that are stopped now; a reset may have restarted others. */
function failuresOf({ world, systems }: Runner): FailedSystem[] {
  return systems.list().flatMap(({ name, entity, failure }) => {
    if (failure === undefined) return [];
    return [
      {
        system: name,
        entity: scopedName(world, entity),
        phase: failure.phase,
        error: failure.error.split("\n", 1)[0]!,
      },
    ];
  });
}

/** Returns the physics engine in use, as chosen by the world's physics system. */
function engineOf({ world, root, systems }: Runner): string {
  const isRunning = systems.list().some(({ name, state }) => name === "physics" && state === "running");
  return isRunning ? (world.get(root, ChosenEngine) ?? "none") : "none";
}

/** Bound early, because a system may replace `performance.now`, and errors must still be reported. */
const nowMs = performance.now.bind(performance);
const records = new RecordLimit((record) => post({ kind: "log", record }), nowMs);
const log = logTo((record) => records.add(cloneable(record)));

/**
 * Handles errors of work that systems start without awaiting it. Such work fails outside any step: the system has
 * failed, but the world continues.
 */
function surviveStrays(): void {
  const report = (error: unknown): void =>
    log.error("something that a system left running has failed; the world keeps running", { error: stackOf(error) });
  process.on("unhandledRejection", report);
  process.on("uncaughtException", report);
}

function refuse(problems: readonly Problem[], reason: string): void {
  post({ kind: "refused", problems, reason });
}

function post(event: ThreadEvent): void {
  parentPort?.postMessage(event);
}

/**
 * Makes a record cloneable: the fields of a system's log may contain anything, including functions, which no port
 * accepts.
 */
function cloneable(record: LogRecord): LogRecord {
  if (record.fields === undefined) return record;
  const fields = Object.entries(record.fields).map(([key, value]) => [key, isPlain(value) ? value : textOf(value)]);
  return { ...record, fields: Object.fromEntries(fields) as Record<string, unknown> };
}

function isPlain(value: unknown): boolean {
  return value === null || ["string", "number", "boolean", "undefined"].includes(typeof value);
}

function cpuMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
