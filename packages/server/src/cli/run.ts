import { join } from "node:path";
import { defaultConfig, readConfig } from "../config.ts";
import { resourceFolders } from "../files/files.ts";
import type { RunSummary } from "../world/thread-messages.ts";
import { KeptWorld } from "../world/kept-world.ts";
import { startWorld, type WorldThreadOptions } from "../world/start-world.ts";
import { type WorldThread } from "../world/world-thread.ts";
import { choiceFlag, defineCommand, numberFlag, switchFlag, textFlag, type FlagValues } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import { interrupted } from "./interrupt.ts";
import { recordFlags, RecordFile } from "./record-file.ts";
import { resourcePathFlag, strictFlag } from "./resource-flags.ts";
import { formatSummary, summaryJson } from "./run-summary.ts";
import { checkSaveAt, checkSaveFile, readState, StateFile } from "./saved-state.ts";
import { ending, loaded, servingFlags, showWorld, startServing, type Serving } from "./served-world.ts";
import { clearProgress, note, print, showProgress } from "./terminal.ts";
import { noteRecord } from "./told.ts";
import { worldNames, worldPath, worldsFolder } from "./world-path.ts";

const { headless, port, host, token, config, "gui-config": guiConfig, json } = servingFlags;

const flags = {
  headless,
  port,
  host,
  token,
  steps: numberFlag("N", "make so many steps, as fast as possible unless --rtf is given, then exit", {
    integer: true,
    min: 0,
  }),
  paused: switchFlag("start paused"),
  "no-history": switchFlag("remember nothing: commands cannot be undone"),
  seed: numberFlag("S", "what all random numbers grow from (default 0)", { integer: true, min: 0, max: 0xffffffff }),
  rtf: numberFlag("X", "simulated seconds per second; 0 is as fast as possible (default: as the world says)", {
    min: 0,
  }),
  "physics-engine": choiceFlag(
    "E",
    ["auto", "rapier", "mujoco"],
    "auto, rapier or mujoco, instead of the world's <physics type>; auto goes by what the world holds",
  ),
  "resource-path": resourcePathFlag,
  strict: strictFlag,
  config,
  "gui-config": guiConfig,
  json,
  hash: switchFlag("print a hash of the state at the end"),
  save: textFlag("FILE", "write the state when step --at is reached; the run goes on"),
  at: numberFlag("STEP", "for --save, by the world's own step count", { integer: true, min: 0 }),
  restore: textFlag("FILE", "start from a state that --save wrote"),
  ...recordFlags,
};

type RunFlags = FlagValues<typeof flags>;

export const runCommand = defineCommand({
  name: "run",
  summary: "Runs a world and serves it to pages and tools, until Ctrl-C or for a number of steps.",
  operands: ["WORLD"],
  flags,
  examples: [
    "orrery run worlds/shapes.sdf",
    `orrery run shapes --port 0             # a world that comes with Orrery: ${worldNames().join(", ")}`,
    "orrery run world.sdf --headless --steps 5000 --hash --json",
    "orrery run world.sdf --headless --steps 600 --save half.orrery --at 300",
    "orrery run world.sdf --headless --steps 300 --restore half.orrery",
    "orrery run shapes --record run.mcap     # everything that happens, for orrery play",
    "orrery run examples/gusts.sdf --config examples/orrery.json",
    "orrery run shapes --host 0.0.0.0        # for others, too: makes tokens and prints the addresses to open",
    "orrery run shapes --host 0.0.0.0 --token admin=correct-horse --token viewer=battery-staple",
  ],
  run,
});

async function run(given: RunFlags, [named = ""]: readonly string[]): Promise<number> {
  checkFlags(given);
  const stopping = interrupted();
  const world = worldPath(named);
  const settings = given.config === undefined ? defaultConfig : await readConfig(given.config);
  const restore = given.restore === undefined ? undefined : await readState(given.restore);
  checkSaveAt({ at: given.at, first: restore?.steps ?? 0, steps: given.steps });
  const saved = given.save === undefined ? undefined : new StateFile(given.save);
  if (given.save !== undefined) await checkSaveFile(given.save);
  const folders = resourceFolders(world, settings.resourceFolders, process.env, given["resource-path"]);
  const sampleFolders = [join(worldsFolder, "models")];
  await using recorded = await RecordFile.begin(given, world);
  const serving = await startServing(given, settings, { world, folders: [...folders, ...sampleFolders] });
  await using _server = serving?.server;
  const options: WorldThreadOptions = {
    world,
    resourceFolders: folders,
    strict: given.strict,
    sampleFolders,
    pluginFolders: settings.pluginFolders,
    systems: settings.systems,
    engine: given.restore === undefined ? given["physics-engine"] : undefined,
    seed: given.seed,
    paused: given.paused,
    targetFactor: given.rtf ?? (given.steps === undefined ? undefined : 0),
    steps: given.steps,
    saveAt: given.at,
    restore,
    hash: given.hash,
    progress: given.steps !== undefined && process.stderr.isTTY,
    attended: serving !== undefined,
    // Nobody is there to undo anything.
    history: {
      ...settings.history,
      enabled: serving !== undefined && settings.history.enabled && !given["no-history"],
    },
    ...(recorded === undefined ? {} : { record: recorded.recording.start }),
    onLog: noteRecord,
    onLoading: (progress) => serving?.world.noteLoading(progress),
    onProgress: (steps) => showProgress(`${steps - (restore?.steps ?? 0)} of ${given.steps} steps`),
    onSaved: (steps, bytes) => saved?.write(bytes, steps),
  };
  // A run with `--steps` would miss its end, and nobody watches one without a port.
  const isKept = serving !== undefined && given.steps === undefined;
  const starting: Promise<WorldThread | KeptWorld> = isKept ? keepWorld(options, serving) : startWorld(options);
  await using thread = await loaded(starting, stopping);
  const [run] = await Promise.allSettled([untilEnd(thread, serving, stopping, given)]);
  // Also of a world that broke down: what led to it is in there.
  const unrecorded = await recorded?.finish();
  if (run.status === "rejected") throw run.reason;
  clearProgress();
  const rssMb = process.memoryUsage.rss() / 1e6;
  print(given.json ? JSON.stringify(summaryJson(run.value, rssMb)) : formatSummary(run.value, rssMb));
  await saved?.written();
  if (unrecorded !== undefined) throw unrecorded;
  return 0;
}

function keepWorld(start: WorldThreadOptions, { world }: Serving): Promise<KeptWorld> {
  return KeptWorld.start({
    start,
    onThread: (thread, keeper) => world.attach(thread, keeper),
    onNotice: (notice) => {
      world.tell(notice);
      if (start.record === undefined) return;
      noteRecord({ level: "error", source: "", message: "the log of the run ends where its thread broke down" });
    },
  });
}

async function untilEnd(
  thread: WorldThread | KeptWorld,
  serving: Serving | undefined,
  stopping: Promise<void>,
  given: RunFlags,
): Promise<RunSummary> {
  if (serving !== undefined) await showWorld(serving, thread, given.json);
  else if (given.steps === undefined) note("runs until Ctrl-C; --steps N would end it by itself");
  return ending(thread, stopping);
}

function checkFlags(given: RunFlags): void {
  if (given.paused && given.steps !== undefined) throw new UsageError("--paused and --steps exclude each other");
  if ((given.save === undefined) !== (given.at === undefined))
    throw new UsageError("--save FILE and --at STEP belong together");
  if (given.restore === undefined) return;
  const ignored = { seed: given.seed, "physics-engine": given["physics-engine"] };
  for (const [flag, value] of Object.entries(ignored)) {
    if (value === undefined) continue;
    noteRecord({ level: "warn", source: "", message: `the state of --restore has its own; --${flag} has no effect` });
  }
}
