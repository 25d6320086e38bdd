import { join } from "node:path";
import { formatProblem, LogBoard, logTo, Node, type LogRecord, type Problem } from "@orrery/sim";
import { checkGuiConfig, defaultConfig, readConfig } from "../config.ts";
import { resourceFolders } from "../files.ts";
import { DEFAULT_PORT, startServer } from "../server.ts";
import type { RunSummary } from "../thread-messages.ts";
import { startWorld, WorldRefused, type WorldThread } from "../world-thread.ts";
import { choiceFlag, defineCommand, listFlag, numberFlag, switchFlag, textFlag, type FlagValues } from "./arguments.ts";
import { entryOf, listeningJson, listeningText } from "./entry.ts";
import { Failure, UsageError } from "./failure.ts";
import { interrupted } from "./interrupt.ts";
import { noteProblems } from "./problems.ts";
import { resourcePathFlag } from "./scene.ts";
import { formatSummary, summaryJson } from "./run-summary.ts";
import { checkSaveAt, checkSaveFile, readState, StateFile } from "./saved-state.ts";
import { clearProgress, note, print, showProgress, style } from "./terminal.ts";
import { worldNames, worldPath, worldsFolder } from "./world-path.ts";

const flags = {
  headless: switchFlag("open no port, unless --port is given"),
  port: numberFlag("N", `HTTP and WebSocket (default ${DEFAULT_PORT}; 0 takes any free one)`, {
    integer: true,
    min: 0,
    max: 65535,
  }),
  host: textFlag(
    "ADDRESS",
    "listen there (default 127.0.0.1, this machine only); 0.0.0.0 lets others in, with a token",
  ),
  token: listFlag(
    "[ROLE=]TOKEN",
    "who shows it may do what ROLE may: viewer, operator or admin (the default); repeats",
  ),
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
  config: textFlag("FILE", "JSON: systems, folders, tokens, limits, GUI plugins; see docs/server.md"),
  "gui-config": textFlag("FILE", "JSON that the page is set up with, instead of the config's"),
  json: switchFlag("one JSON object per line on stdout"),
  hash: switchFlag("print a hash of the state at the end"),
  save: textFlag("FILE", "write the state when step --at is reached; the run goes on"),
  at: numberFlag("STEP", "for --save, by the world's own step count", { integer: true, min: 0 }),
  restore: textFlag("FILE", "start from a state that --save wrote"),
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
  const config = given.config === undefined ? defaultConfig : await readConfig(given.config);
  const restore = given.restore === undefined ? undefined : await readState(given.restore);
  checkSaveAt({ at: given.at, first: restore?.steps ?? 0, steps: given.steps });
  const saved = given.save === undefined ? undefined : new StateFile(given.save);
  if (given.save !== undefined) await checkSaveFile(given.save);
  const port = given.port ?? (given.headless ? undefined : DEFAULT_PORT);
  const folders = resourceFolders(world, config.resourceFolders, process.env, given["resource-path"]);
  const sampleFolders = [join(worldsFolder, "models")];
  const entry = entryOf(given, config);
  await using server =
    port === undefined
      ? undefined
      : await startServer({
          ...config,
          port,
          log: logTo(noteRecord),
          host: entry.host,
          tokens: entry.tokens,
          assets: { world, folders: [...folders, ...sampleFolders] },
          guiConfig: given["gui-config"] === undefined ? config.guiConfig : await checkGuiConfig(given["gui-config"]),
        });
  if (server !== undefined) logBoard.serve(new Node(server.bus, { owner: "log" }));
  await using thread = await load(
    startWorld({
      world,
      resourceFolders: folders,
      sampleFolders,
      pluginFolders: config.pluginFolders,
      systems: config.systems,
      engine: given.restore === undefined ? given["physics-engine"] : undefined,
      seed: given.seed,
      paused: given.paused,
      targetFactor: given.rtf ?? (given.steps === undefined ? undefined : 0),
      steps: given.steps,
      saveAt: given.at,
      restore,
      hash: given.hash,
      progress: given.steps !== undefined && process.stderr.isTTY,
      attended: server !== undefined,
      // Nobody is there to undo anything.
      history: { ...config.history, enabled: server !== undefined && config.history.enabled && !given["no-history"] },
      onLog: noteRecord,
      onProgress: (steps) => showProgress(`${steps - (restore?.steps ?? 0)} of ${given.steps} steps`),
      onSaved: (steps, bytes) => saved?.write(bytes, steps),
    }),
    stopping,
  );
  if (server !== undefined) {
    // A world that breaks down now is no longer there to attach: its own reason comes first.
    await Promise.race([server.attach(thread), thread.ended]);
    print(given.json ? JSON.stringify(listeningJson(server, entry)) : listeningText(server, entry));
  }
  if (server === undefined && given.steps === undefined) note("runs until Ctrl-C; --steps N would end it by itself");
  const summary = await ending(thread, stopping);
  clearProgress();
  const rssMb = process.memoryUsage.rss() / 1e6;
  print(given.json ? JSON.stringify(summaryJson(summary, rssMb)) : formatSummary(summary, rssMb));
  await saved?.written();
  return 0;
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

async function load(starting: Promise<WorldThread>, stopping: Promise<void>): Promise<WorldThread> {
  let isLoading = true;
  // Nothing runs yet that could be stopped in order.
  void stopping.then(() => isLoading && process.exit(0));
  try {
    const thread = await starting;
    isLoading = false;
    noteProblems(thread.loaded.problems);
    for (const problem of thread.loaded.problems) logBoard.add(recordOf(problem));
    return thread;
  } catch (error) {
    if (!(error instanceof WorldRefused)) throw error;
    noteProblems(error.problems);
    if (error.message !== "") throw error;
    const errors = error.problems.filter(({ severity }) => severity === "error").length;
    throw new Failure(`the world was not loaded: ${errors === 1 ? "1 error" : `${errors} errors`}`);
  }
}

async function ending(thread: WorldThread, stopping: Promise<void>): Promise<RunSummary> {
  await Promise.race([stopping, thread.ended]);
  return await thread.stop();
}

/** What pages see of the log. */
const logBoard = new LogBoard({ nowMs: () => Date.now() });

function recordOf(problem: Problem): LogRecord {
  return { level: problem.severity === "error" ? "error" : "warn", source: "", message: formatProblem(problem) };
}

function noteRecord(record: LogRecord): void {
  logBoard.add(record);
  const { level, source, message, fields } = record;
  if (level === "debug") return;
  const text = `${source === "" ? "" : `${source}: `}${message}`;
  const details = Object.entries(fields ?? {}).map(
    ([key, value]) => `\n  ${key}: ${String(value).replaceAll("\n", "\n  ")}`,
  );
  const line = text + details.join("");
  if (level === "info") note(line);
  else if (level === "warn") note(style.yellow(labelled("warning", line)));
  else note(style.red(labelled("error", line)));
}

/** A line about a place in a file has its label after the place, as compilers write it. */
function labelled(label: string, line: string): string {
  const place = /^\S+:\d+:\d+: /.exec(line)?.[0] ?? "";
  const rest = line.slice(place.length);
  return /^(warning|error): /.test(rest) ? line : `${place}${label}: ${rest}`;
}
