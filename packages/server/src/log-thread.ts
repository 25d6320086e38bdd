// The entry of the thread that writes a log: neither a step nor a client waits for packing or for the disk.
import { open, type FileHandle } from "node:fs/promises";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { constants, zstdCompressSync } from "node:zlib";
import { messages } from "@orrery/msgs";
import { LogWriter, type LogAbout, type LogEntry } from "@orrery/sim";
import { reasonOf } from "./files.ts";
import type { LogNews, LogThreadEvent, LogThreadStart } from "./log-messages.ts";

const { file, port, inFlight } = workerData as LogThreadStart;
const waiting = new Int32Array(inFlight);
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

let handle: FileHandle | undefined;
let writer: LogWriter | undefined;
let hasFailed = false;
let bytes = 0;
let lastNs = 0;

port.on("message", take);
parentPort!.once("message", () => void finish());

function take(news: LogNews): void {
  if ("about" in news) begin(news.about);
  else void write(news.entry);
}

function begin(about: LogAbout): void {
  // Never over what is there already: a log is often all that is left of a run.
  const opened = open(file, "wx");
  opened.then((made) => (handle = made)).catch(fail);
  writer = new LogWriter({ append: async (part) => append(await opened, part), pack }, messages, about);
}

async function write(entry: LogEntry): Promise<void> {
  try {
    if (!hasFailed) await writer?.write(entry);
    lastNs = entry.logNs;
  } catch (error) {
    fail(error);
  } finally {
    Atomics.sub(waiting, 0, entry.bytes.length);
  }
}

async function append(to: FileHandle, part: Uint8Array): Promise<void> {
  for (let at = 0; at < part.length;) at += (await to.write(part, at)).bytesWritten;
  bytes += part.length;
}

function pack(part: Uint8Array): Uint8Array {
  return zstdCompressSync(part, FAST);
}

/** The world has ended: what it sent before is at the port. */
async function finish(): Promise<void> {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    take(next.message as LogNews);
  }
  try {
    if (!hasFailed) await writer?.end();
    await handle?.close();
  } catch (error) {
    fail(error);
  }
  port.close();
  say({ kind: "written", bytes, seconds: lastNs / 1e9 });
}

function fail(error: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  say({ kind: "failed", reason: reasonOf(error, file) });
}

function say(event: LogThreadEvent): void {
  parentPort!.postMessage(event);
}
