import { join, resolve } from "node:path";
import type { LogRecord } from "@orrery/sim/front";
import type { ServerConfig } from "../config.ts";
import { resourceFolders } from "../files/files.ts";
import type { ServedWorld } from "../served/served-world.ts";
import { KeptWorld } from "../world/kept-world.ts";
import { startWorld, type WorldThreadOptions } from "../world/start-world.ts";
import type { WorldThread } from "../world/world-thread.ts";
import { explain } from "./failure.ts";
import type { NamedWorld } from "./named-worlds.ts";
import type { RecordFile } from "./record-file.ts";
import type { RunFlags } from "./run-flags.ts";
import { formatSummary, summaryJson } from "./run-summary.ts";
import type { ReadState, StateFile } from "./saved-state.ts";
import { ending, loaded, showWorld, type Serving } from "./serving.ts";
import { clearProgress, note, print, showProgress } from "./terminal.ts";
import { noteRecord } from "./note-record.ts";
import { worldsFolder } from "./world-path.ts";

/** The options of one world in a run. */
export interface WorldRunOptions {
  readonly named: NamedWorld;
  /** Whether there are several worlds, so that messages say which one they are about. */
  readonly isOneOfSeveral: boolean;
  readonly given: RunFlags;
  readonly settings: ServerConfig;
  readonly serving: Serving | undefined;
  readonly stopping: Promise<void>;
  readonly restore: ReadState | undefined;
  readonly saved: StateFile | undefined;
  readonly recorded: RecordFile | undefined;
}

/**
 * Runs one world from loading to its end, and prints the outcome. Rejects with what went wrong. One of several worlds
 * resolves to "left" if it was still loading when the run had to stop; its thread keeps running.
 */
export async function runOneWorld(options: WorldRunOptions): Promise<"ended" | "left"> {
  const { named, isOneOfSeveral, serving, stopping, saved, recorded } = options;
  const folders = foldersOf(options);
  const assets = { world: named.file, folders: [...folders, ...SAMPLES] };
  const about = { worldFile: resolve(named.file) };
  const records = { folder: options.settings.logFolder, about, begun: recorded?.recording };
  const served = serving?.server.worlds.open({ namespace: named.namespace, assets, records });
  try {
    const starting = start(options, folders, served);
    await using thread = await (isOneOfSeveral ? loadedOrLeft(starting, stopping) : loaded(starting, stopping));
    if (thread === undefined) return "left";
    const [run] = await Promise.allSettled([untilEnd(options, thread, served)]);
    // Also for a world that failed: the log shows what led to it.
    await served?.finishRecording();
    const unrecorded = await recorded?.finish();
    if (run.status === "rejected") throw run.reason;
    clearProgress();
    printSummary(options, run.value);
    await saved?.written();
    if (unrecorded !== undefined) throw unrecorded;
    return "ended";
  } catch (error) {
    served?.failed(explain(error));
    throw error;
  }
}

/** Resolves to undefined if the run must stop before the world is loaded, so that the other worlds can end in order. */
function loadedOrLeft(
  starting: Promise<WorldThread | KeptWorld>,
  stopping: Promise<void>,
): Promise<WorldThread | KeptWorld | undefined> {
  const never = new Promise<never>(() => undefined);
  return Promise.race([loaded(starting, never), stopping.then(() => undefined)]);
}

/** Folders of the models that come with Orrery, which are searched only for insertions. */
const SAMPLES = [join(worldsFolder, "models")];

function foldersOf({ named, settings, given }: WorldRunOptions): readonly string[] {
  return resourceFolders(named.file, settings.resourceFolders, process.env, given["resource-path"]);
}

function start(
  options: WorldRunOptions,
  folders: readonly string[],
  served: ServedWorld | undefined,
): Promise<WorldThread | KeptWorld> {
  const { given, recorded } = options;
  const threadOptions = threadOptionsOf(options, folders, served);
  // A run with `--steps` would not notice its end, and nobody watches a run without a port.
  if (served === undefined || given.steps !== undefined) return startWorld(threadOptions);
  return KeptWorld.start({
    start: threadOptions,
    onThread: (thread, keeper) => served.attach(thread, keeper),
    onNotice: (notice) => {
      served.publishNotice(notice);
      if (recorded === undefined) return;
      noteRecord({ level: "error", source: "", message: "the log ends where the run's thread failed" });
    },
  });
}

function threadOptionsOf(
  { named, isOneOfSeveral, given, settings, restore, saved, recorded }: WorldRunOptions,
  folders: readonly string[],
  served: ServedWorld | undefined,
): WorldThreadOptions {
  return {
    world: named.file,
    resourceFolders: folders,
    strict: given.strict,
    sampleFolders: SAMPLES,
    pluginFolders: settings.pluginFolders,
    systems: settings.systems,
    resume: resumeOf(given),
    engine: restore === undefined ? given["physics-engine"] : undefined,
    seed: given.seed,
    paused: given.paused,
    targetFactor: given.rtf ?? (given.steps === undefined ? undefined : 0),
    steps: given.steps,
    saveAt: given.at,
    restore,
    hash: given.hash,
    progress: given.steps !== undefined && process.stderr.isTTY && !isOneOfSeveral,
    attended: served !== undefined,
    // Without a server nobody can undo anything.
    history: { ...settings.history, enabled: served !== undefined && settings.history.enabled && !given["no-history"] },
    ...(recorded === undefined ? {} : { record: recorded.recording.start }),
    onLog: isOneOfSeveral ? (record) => noteRecord(ofWorld(named, record)) : noteRecord,
    onLoading: (progress) => served?.noteLoading(progress),
    onProgress: (steps) => showProgress(`${steps - (restore?.steps ?? 0)} of ${given.steps} steps`),
    onSaved: (steps, bytes) => saved?.write(bytes, steps),
  };
}

function resumeOf({ "from-log": file, "from-time": seconds }: RunFlags): WorldThreadOptions["resume"] {
  if (file === undefined) return undefined;
  return { file, id: "", timeNs: seconds === undefined ? undefined : Math.round(seconds * 1e9) };
}

/** Returns the record with the world before its source. */
function ofWorld({ label }: NamedWorld, record: LogRecord): LogRecord {
  return { ...record, source: record.source === "" ? label : `${label} ${record.source}` };
}

async function untilEnd(
  { named, isOneOfSeveral, given, serving, stopping }: WorldRunOptions,
  thread: WorldThread | KeptWorld,
  served: ServedWorld | undefined,
): ReturnType<typeof ending> {
  if (serving !== undefined && served !== undefined) {
    await showWorld(serving, served, thread);
    if (isOneOfSeveral) {
      const { namespace } = named;
      const { name } = thread.loaded;
      print(given.json ? JSON.stringify({ event: "world", namespace, world: name }) : `World: ${served.prefix}`);
    }
  } else if (given.steps === undefined) note("runs until Ctrl-C; use --steps N to end it automatically");
  return ending(thread, stopping);
}

function printSummary(
  { named, isOneOfSeveral, given }: WorldRunOptions,
  summary: Awaited<ReturnType<typeof ending>>,
): void {
  const rssMb = process.memoryUsage.rss() / 1e6;
  const { namespace } = named;
  if (given.json) {
    const which = isOneOfSeveral ? { namespace } : {};
    return print(JSON.stringify({ ...which, ...summaryJson(summary, rssMb) }));
  }
  const world = isOneOfSeveral && namespace !== "" ? `${namespace} (${summary.world})` : summary.world;
  print(formatSummary({ ...summary, world }, rssMb));
}
