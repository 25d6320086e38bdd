import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { FieldError, TableError } from "@orrery/plots";
import type { ServerConfig } from "../../config.ts";
import { defaultConfig, readConfig } from "../../config.ts";
import { resourceFolders } from "../../files/files.ts";
import { choiceFlag, defineCommand, numberFlag, textFlag, type FlagValues } from "../arguments.ts";
import { connect, serverFlag } from "../client.ts";
import { Failure, UsageError } from "../failure.ts";
import { interrupted } from "../interrupt.ts";
import { chosenManagers, managerFlag } from "../items/managers.ts";
import { CollectedCurves } from "../plot/collected-curves.ts";
import type { CurveSource } from "../plot/curve-source.ts";
import { endingOf, writePlotFile } from "../plot/plot-file.ts";
import { printPicture, TerminalView } from "../plot/terminal-view.ts";
import { wantedCurves } from "../plot/wanted-curves.ts";
import { resourcePathFlag } from "../resource-flags.ts";
import { clearProgress, note } from "../terminal.ts";
import { worldPath, worldsFolder } from "../world-path.ts";

const flags = {
  from: textFlag("FILE", "a log of run --record, whose run is simulated again; an MCAP file of others; CSV or Parquet"),
  headless: textFlag("WORLD", "load this world and run it here, as fast as possible, for --steps"),
  steps: numberFlag("N", "with --headless: how many steps to make", { integer: true, min: 1 }),
  out: textFlag("FILE", "write a file instead of showing: .svg, .pdf, .csv or .parquet"),
  seconds: numberFlag("S", "of a running server: end after S simulated seconds", { min: 0, above: true }),
  window: numberFlag("S", "of a running server: show the last S seconds (default 20)", { min: 0, above: true }),
  every: numberFlag("N", "a sample in every N-th step (default 1: in each)", { integer: true, min: 1, max: 1e9 }),
  time: choiceFlag(
    "T",
    ["stamp", "log"],
    "of an MCAP file of others: by the stamps in messages (default), or as logged",
  ),
  title: textFlag("TEXT", "above the picture"),
  theme: choiceFlag("T", ["paper", "light", "dark"], "of a picture in a file (default paper)"),
  width: numberFlag("PX", "of a picture in a file (default 800)", { min: 100, max: 10_000 }),
  height: numberFlag("PX", "of a picture in a file (default 500)", { min: 100, max: 10_000 }),
  "physics-engine": choiceFlag("E", ["auto", "rapier", "mujoco"], "with --headless, as for run"),
  seed: numberFlag("S", "with --headless: of all random numbers", { integer: true, min: 0, max: 0xffffffff }),
  "resource-path": resourcePathFlag,
  config: textFlag("FILE", "JSON with systems and folders, for --headless and logs, as for run"),
  manager: managerFlag,
  server: serverFlag,
};

type PlotFlags = FlagValues<typeof flags>;

export const plotCommand = defineCommand({
  name: "plot",
  summary: "Plots values and formulas over time: in the terminal, or into a picture or a table.",
  operands: ["ITEM…"],
  flags,
  examples: [
    "orrery plot vehicle::chassis::linear_velocity.x               # of the running server, live",
    "orrery plot 'norm(vehicle::chassis::linear_velocity)' --seconds 10 --out speed.svg",
    "orrery plot 'ball::link::pose.z' --headless drop.sdf --steps 2000 --out drop.pdf",
    "orrery plot 'arm::*::effort' --from run.mcap --out efforts.parquet",
    "orrery plot '/imu.linear_acceleration' 'norm(`/odom.twist.linear`)' --from rosbag.mcap",
    "orrery plot 'speed * 3.6' --from speed.csv",
  ],
  run,
});

async function run(given: PlotFlags, texts: readonly string[]): Promise<number> {
  check(given);
  try {
    return await plot(given, texts);
  } catch (error) {
    // What is wrong with a file of somebody else is no mistake of this program.
    throw error instanceof TableError || error instanceof FieldError ? new Failure(error.message) : error;
  }
}

async function plot(given: PlotFlags, texts: readonly string[]): Promise<number> {
  const stopping = interrupted();
  const config = given.config === undefined ? defaultConfig : await readConfig(given.config);
  using held = new DisposableStack();
  const source = await sourceOf(given, config, held);
  const wanted = await wantedCurves(source, texts);
  const isShown = source.isLive && given.out === undefined && process.stdout.isTTY;
  const { window = source.isLive && given.out === undefined && given.seconds === undefined ? 20 : Infinity } = given;
  const curves = new CollectedCurves(wanted, isShown ? { seconds: window } : { samples: MAX_SAMPLES });
  const title = given.title ?? "";
  const theme = given.theme ?? "paper";
  const look = { title: title === "" ? source.title : title, timeTitle: source.timeTitle, theme, window };
  if (source.isLive && !isShown && given.seconds === undefined) note("collects samples until Ctrl-C");
  const view = isShown ? new TerminalView(curves, look) : undefined;
  try {
    await source.read(curves.names, curves, endOf(given, curves, stopping));
    curves.finish();
  } finally {
    clearProgress();
    view?.[Symbol.dispose]();
  }
  if (curves.curves.every(({ series }) => series.count === 0)) throw new Failure("there are no samples");
  noteDropped(curves);
  if (given.out !== undefined) {
    const { width = 800, height = 500 } = given;
    await writePlotFile(given.out, curves, { ...look, width, height });
  } else if (!isShown) printPicture(curves, look);
  return 0;
}

/** Samples of each curve in memory. */
const MAX_SAMPLES = 10e6;

function check({ from, headless, steps, out, seconds, window, time }: PlotFlags): void {
  if (out !== undefined) endingOf(out);
  if (from !== undefined && headless !== undefined) throw new UsageError("--from and --headless exclude each other");
  if ((headless === undefined) !== (steps === undefined)) {
    throw new UsageError("--headless WORLD and --steps N must be used together");
  }
  const isServed = from === undefined && headless === undefined;
  if (!isServed && (seconds !== undefined || window !== undefined)) {
    throw new UsageError("--seconds and --window are for a running server");
  }
  if (from === undefined && time !== undefined) throw new UsageError("--time is for MCAP files: --from FILE");
}

async function sourceOf(given: PlotFlags, config: ServerConfig, held: DisposableStack): Promise<CurveSource> {
  const { from, headless, every = 1 } = given;
  if (from !== undefined) return fileCurves(from, given, config);
  if (headless !== undefined) {
    const { headlessCurves } = await import("../plot/simulated-curves.ts");
    const world = resolve(worldPath(headless));
    const start = {
      world,
      resourceFolders: resourceFolders(world, config.resourceFolders, process.env, given["resource-path"]),
      sampleFolders: [join(worldsFolder, "models")],
      pluginFolders: config.pluginFolders,
      systems: config.systems,
      engine: given["physics-engine"],
      seed: given.seed,
      paused: false,
      targetFactor: 0,
      attended: false,
    };
    return headlessCurves({ start, steps: given.steps!, every });
  }
  const { LiveCurves } = await import("../plot/live-curves.ts");
  const client = held.use(await connect(given.server));
  return new LiveCurves(client, chosenManagers(client, given.manager), every);
}

const MCAP_MAGIC = Buffer.from("894d434150300d0a", "hex");

async function fileCurves(file: string, given: PlotFlags, config: ServerConfig): Promise<CurveSource> {
  if (!(await hasMagic(file, MCAP_MAGIC))) return (await import("../plot/table-curves.ts")).TableCurves.open(file);
  const [{ LogFile }, { FileLogSource }] = await Promise.all([
    import("@orrery/sim/logs"),
    import("../../logs/log-source.ts"),
  ]);
  const source = new FileLogSource(file);
  const own = await LogFile.open(source).catch(() => undefined);
  if (own !== undefined) {
    const { rerunCurves } = await import("../plot/simulated-curves.ts");
    return rerunCurves(own, config, given.every ?? 1);
  }
  const { MessageCurves } = await import("../plot/message-curves.ts");
  return MessageCurves.open(source, given.time ?? "stamp");
}

async function hasMagic(file: string, magic: Buffer): Promise<boolean> {
  const bytes = Buffer.alloc(magic.length);
  try {
    await using handle = await open(file);
    await handle.read(bytes, 0, bytes.length, 0);
  } catch {
    // Whoever opens it next says why.
  }
  return bytes.equals(magic);
}

/** Resolves when enough simulated time was seen, or at Ctrl-C. */
function endOf({ seconds }: PlotFlags, { curves }: CollectedCurves, stopping: Promise<void>): Promise<void> {
  if (seconds === undefined) return stopping;
  const enough = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (curves.some(({ series }) => series.seconds >= seconds)) enough.resolve();
  }, 20);
  return Promise.race([stopping, enough.promise]).finally(() => clearInterval(timer));
}

function noteDropped({ curves }: CollectedCurves): void {
  const dropped = curves.filter(({ series }) => series.keptFrom > -Infinity && series.count >= MAX_SAMPLES);
  if (dropped.length > 0) note(`only the last ${MAX_SAMPLES} samples of each curve were kept; --every N takes fewer`);
}
