import { open, rm } from "node:fs/promises";
import { messages } from "@orrery/msgs";
import { LogWriter, type LogAbout, type LogFile } from "@orrery/sim/logs";
import { LogStorageFile, writeProblem } from "../logs/log-storage.ts";
import { Failure } from "./failure.ts";
import { clearProgress } from "./terminal.ts";

/** Writes a new log. If that fails, no file is left. Resolves to its size in bytes. */
export async function writeLog(
  file: string,
  about: LogFile["about"],
  fill: (writer: LogWriter) => Promise<void>,
): Promise<number> {
  const handle = await open(file, "wx+").catch((error: unknown) => {
    throw new Failure(`${file}: error: ${writeProblem(error)}`);
  });
  const storage = new LogStorageFile(Promise.resolve(handle));
  let isDone = false;
  try {
    const writer = new LogWriter(storage, messages, Object.fromEntries(about) as unknown as LogAbout);
    await fill(writer);
    await writer.finish();
    isDone = true;
  } finally {
    clearProgress();
    await handle.close();
    if (!isDone) await rm(file, { force: true });
  }
  return storage.size;
}

/** Formats a size: "1.20 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
