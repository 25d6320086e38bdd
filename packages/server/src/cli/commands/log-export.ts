import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { extname } from "node:path";
import { finished } from "node:stream/promises";
import { formatTime } from "@orrery/sim/front";
import { FileLogSource } from "../../logs/log-source.ts";
import { writeProblem } from "../../logs/log-storage.ts";
import { writeSdf } from "@orrery/sim/host";
import { exportMessages, exportPoses, LogFile, mergeLogs, sceneInLog, writeFoxglove } from "@orrery/sim/logs";
import { defineCommand, numberFlag, switchFlag } from "../arguments.ts";
import { Failure, UsageError } from "../failure.ts";
import { megabytes, writeLog } from "../new-log.ts";
import { packAssets, type PackedAssets } from "../packed-assets.ts";
import { resourcePathFlag } from "../resource-flags.ts";
import { clearProgress, note, print, showProgress, style } from "../terminal.ts";

/** Returns the lines of a file, by its ending. */
const FORMATS: Readonly<Record<string, (log: LogFile, atNs: number | undefined) => Iterable<string>>> = {
  ".csv": (log) => exportPoses(log, showTime),
  ".jsonl": (log) => exportMessages(log, showTime),
  ".sdf": (log, atNs) => [writeSdf({ worlds: [sceneInLog(log, atNs)], models: [], lights: [], actors: [] })],
};

export const logExport = defineCommand({
  name: "log export",
  summary:
    "Writes what is in a log to a file for other programs: NAME.csv gets the pose of every model in every sample; NAME.jsonl gets commands, jumps, inputs and messages of topics, one JSON object per line; NAME.sdf gets the world as it was at --at; NAME.mcap gets the whole log, with transforms, a scene and joint states that Foxglove draws.",
  operands: ["LOG", "NAME.csv|.jsonl|.sdf|.mcap"],
  flags: {
    at: numberFlag("SECONDS", "for .sdf: seconds from the log's beginning (default: its end)", { min: 0 }),
    assets: switchFlag("for .mcap: also put the meshes and pictures of the world in it, for other machines"),
    "resource-path": resourcePathFlag,
  },
  examples: ["orrery log export run.mcap poses.csv", "orrery log export run.mcap world.sdf --at 12.5"],
  async run({ at, assets, "resource-path": paths }, [file = "", target = ""]) {
    const ending = extname(target).toLowerCase();
    if (ending === ".mcap" && at === undefined) return await exportLog(file, target, { assets, paths });
    if (assets) throw new UsageError("--assets is for a .mcap file only");
    const format = FORMATS[ending];
    if (format === undefined)
      throw new UsageError(`"${target}" must end with ${Object.keys(FORMATS).join(", ")} or .mcap`);
    if (at !== undefined && ending !== ".sdf") throw new UsageError("--at is for a .sdf file only");
    const log = await LogFile.open(new FileLogSource(file));
    const stream = createWriteStream(target, { flags: "wx" });
    const opened = await once(stream, "open").catch((error: unknown) => error);
    if (opened instanceof Error) throw new Failure(`${target}: error: ${writeProblem(opened)}`);
    let [lines, isDone] = [0, false];
    try {
      for (const line of format(log, at === undefined ? undefined : at * 1e9)) {
        lines++;
        if (!stream.write(`${line}\n`)) await once(stream, "drain");
      }
      stream.end();
      await finished(stream);
      isDone = true;
    } finally {
      clearProgress();
      if (!isDone) await rm(target, { force: true });
    }
    print(`${target}: ${lines === 1 ? "1 line" : `${lines} lines`}`);
    return 0;
  },
});

interface LogOptions {
  readonly assets: boolean;
  /** Folders to search for meshes and pictures, too. */
  readonly paths: readonly string[];
}

/** Writes a copy of the log with the channels that Foxglove draws, and on request with meshes and pictures. */
async function exportLog(file: string, target: string, { assets, paths }: LogOptions): Promise<number> {
  const log = await LogFile.open(new FileLogSource(file));
  let packed: PackedAssets | undefined;
  const bytes = await writeLog(target, log.about, async (writer) => {
    await mergeLogs([log], writer);
    await writeFoxglove(log, writer, showTime);
    if (assets) packed = await packAssets(log, writer, paths);
  });
  for (const uri of packed?.missing ?? [])
    note(style.yellow(`${target}: warning: ${uri} was not found, or is too large`));
  print(`${target}: ${megabytes(bytes)}${packed === undefined ? "" : `, with ${packed.files} meshes and pictures`}`);
  return 0;
}

function showTime(timeNs: number): void {
  showProgress(`at ${formatTime(timeNs)}`);
}
