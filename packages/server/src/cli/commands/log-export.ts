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
import { defineCommand, numberFlag } from "../arguments.ts";
import { Failure, UsageError } from "../failure.ts";
import { megabytes, writeLog } from "../new-log.ts";
import { clearProgress, print, showProgress } from "../terminal.ts";

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
  flags: { at: numberFlag("SECONDS", "for .sdf: seconds from the log's beginning (default: its end)", { min: 0 }) },
  examples: ["orrery log export run.mcap poses.csv", "orrery log export run.mcap world.sdf --at 12.5"],
  async run({ at }, [file = "", target = ""]) {
    const ending = extname(target).toLowerCase();
    if (ending === ".mcap" && at === undefined) return await exportFoxglove(file, target);
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

/** Writes a copy of the log with the channels that Foxglove draws. */
async function exportFoxglove(file: string, target: string): Promise<number> {
  const log = await LogFile.open(new FileLogSource(file));
  const bytes = await writeLog(target, log.about, async (writer) => {
    await mergeLogs([log], writer);
    await writeFoxglove(log, writer, showTime);
  });
  print(`${target}: ${megabytes(bytes)}`);
  return 0;
}

function showTime(timeNs: number): void {
  showProgress(`at ${formatTime(timeNs)}`);
}
