import { MessageRegistry } from "@orrery/msgs";
import { type Log } from "@orrery/sim";
import {
  builtInSystems,
  checkVisualFiles,
  defaultWorldAround,
  loadSdf,
  Problems,
  Runner,
  SystemLibrary,
  type Activity,
  type LoadProgress,
  type Problem,
  type Scribe,
  textOf,
} from "@orrery/sim/host";
import { FileResources } from "../files/files.ts";
import { PluginFolders } from "../plugins/plugin-folders.ts";
import type { ThreadStart } from "./thread-messages.ts";
import { ZstdPacker } from "../logs/zstd-packer.ts";

/**
 * A world that can run, with the problems of its file; or why there is none. `reason` is empty if the problems explain
 * it.
 */
export type Loaded =
  | { readonly runner: Runner; readonly problems: readonly Problem[] }
  | { readonly runner: undefined; readonly problems: readonly Problem[]; readonly reason: string };

/** What is to be loaded, wherever it runs. */
export type LoadStart = Omit<ThreadStart, "port" | "signals">;

/** Loads a world file, or opens a log to play back. */
export async function loadRunner(start: LoadStart, parts: RunnerParts): Promise<Loaded> {
  // After a failure, a world continues from its last state and not from the log.
  const { log, resume } = start;
  if (log === undefined && resume === undefined) return loadWorld(start, parts);
  const { openLog, resumeLog } = await import("./open-log.ts");
  if (log !== undefined) return openLog(log, common(start, parts), start.targetFactor);
  return resumeLog(resume!, start, { ...liveOptions(start), ...common(start, parts) });
}

/** What the host provides to a runner. */
export interface RunnerParts {
  readonly log: Log;
  readonly scribe?: Scribe;
  readonly activity?: Activity;
  readonly onProgress: (progress: LoadProgress) => void;
}

async function loadWorld(start: LoadStart, parts: RunnerParts): Promise<Loaded> {
  const { log, onProgress } = parts;
  const files = new FileResources({ folders: start.resourceFolders, near: start.world });
  const { scene, problems } = await loadSdf(start.world, files, { placeholders: start.strict !== true, onProgress });
  const refused = (reason: string): Loaded => ({ runner: undefined, problems, reason });
  if (problems.some(({ severity }) => severity === "error")) return refused("");
  const missing = new Problems();
  await checkVisualFiles(scene, files, missing);
  const [written, second] = scene.worlds;
  const world = written ?? (await defaultWorldAround(scene));
  if (world === undefined) return refused(`${start.world}: error: the file holds nothing to run`);
  if (written === undefined) log.info(`${start.world} has no <world>: it runs in a default one, with ground and sun`);
  if (second !== undefined) log.warn(`${start.world} holds ${scene.worlds.length} worlds; only "${world.name}" runs`);
  onProgress({ stage: "systems", done: 0, total: 0 });
  const { engine, seed } = start;
  const runner = await Runner.create({
    ...common(start, parts),
    scene: world,
    ...(engine === undefined ? {} : { engine }),
    defaultSystems: start.systems,
    ...liveOptions(start),
    ...(seed === undefined ? {} : { seed }),
    rebuilds: start.attended === false,
  });
  try {
    if (start.restore !== undefined) await runner.load(start.restore.bytes);
  } catch (error) {
    runner[Symbol.dispose]();
    return refused(`${start.restore!.file}: error: ${textOf(error)}`);
  }
  return { runner, problems: [...problems, ...missing.list] };
}

/** Options of a world that is simulated. */
function liveOptions(start: LoadStart) {
  const { targetFactor, history } = start;
  return {
    // Files that clients request later may only come from these folders.
    resources: new FileResources({
      folders: [...start.resourceFolders, ...(start.sampleFolders ?? [])],
      near: start.world,
      confined: true,
    }),
    file: start.world,
    ...(targetFactor === undefined ? {} : { targetFactor }),
    ...(history === undefined ? {} : { history, packer: new ZstdPacker() }),
  };
}

/** Options of a world that is simulated, from a file or from a log. */
export type LiveOptions = CommonOptions & ReturnType<typeof liveOptions>;

/** Options common to worlds from files and from logs. */
export type CommonOptions = ReturnType<typeof common>;

function common(start: LoadStart, parts: RunnerParts) {
  const { log, scribe, activity } = parts;
  return {
    log,
    ...(scribe && { scribe }),
    ...(activity && { activity }),
    library: new SystemLibrary(builtInSystems, new PluginFolders(start.pluginFolders)),
    messages: new MessageRegistry(),
    nowMs: () => performance.now(),
    paused: start.paused,
  };
}
