// The entry of the thread that writes a log, so that neither steps nor clients wait for compression or for the disk.
import { open, rm } from "node:fs/promises";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { messages } from "@orrery/msgs";
import { LogWriter, type LogEntry, type RecordedMessage } from "@orrery/sim/logs";
import { FAILED, IN_FLIGHT, type LogMessage, type LogThreadEvent, type LogThreadStart } from "./log-messages.ts";
import { LogStorageFile, writeProblem } from "./log-storage.ts";

const { file, port, inFlight } = workerData as LogThreadStart;
const waiting = new Int32Array(inFlight);

/**
 * When the process is killed or the machine goes down, at most two seconds are lost: this interval, and the duration of
 * a flush on a busy machine.
 */
const COMPLETE_MS = 1000;

// Never overwrites a file, because a log is often all that remains of a run.
const opened = open(file, "wx+");
const storage = new LogStorageFile(opened);
let writer: LogWriter | undefined;
let hasFailed = false;
let completing: Promise<void> | undefined;
let isEnding = false;
let hasState = false;
let lastNs = 0;
let dropped: ReadonlyMap<string, number> = new Map();

opened.then(() => post({ kind: "opened" }), fail);
port.on("message", handle);
parentPort!.once("message", () => void finish());
const timer = setInterval(complete, COMPLETE_MS);

function handle(message: LogMessage): void {
  if ("about" in message) writer = new LogWriter(storage, messages, message.about);
  else if ("entry" in message) void write(message.entry);
  else if ("topic" in message) void writer?.addTopic(message.topic).catch(fail);
  else if ("messages" in message) void writeMessages(message.messages);
  else dropped = message.dropped;
}

async function writeMessages(list: readonly RecordedMessage[]): Promise<void> {
  const bytes = list.reduce((sum, message) => sum + message.bytes.length, 0);
  try {
    if (!hasFailed) await writer?.writeMessages(list);
  } catch (error) {
    fail(error);
  }
  if (!hasFailed) Atomics.sub(waiting, IN_FLIGHT, bytes);
}

async function write(entry: LogEntry): Promise<void> {
  try {
    if (!hasFailed) await writer?.write(entry);
    lastNs = entry.logNs;
    // Without a state a log is worthless.
    if (entry.kind === "keyframe" && !hasState) {
      hasState = true;
      complete();
    }
  } catch (error) {
    fail(error);
  }
  if (!hasFailed) Atomics.sub(waiting, IN_FLIGHT, entry.bytes.length);
}

/** Flushes everything written so far to the disk, unless a flush is under way. */
function complete(): void {
  if (writer === undefined || hasFailed || isEnding || completing !== undefined) return;
  completing = writer
    .complete()
    .then(() => storage.sync())
    .then(() => post({ kind: "progress", bytes: storage.size, seconds: lastNs / 1e9 }))
    .catch(fail)
    .finally(() => {
      completing = undefined;
    });
}

/** Finishes the log. The world has ended, so everything that it sent is already at the port. */
async function finish(): Promise<void> {
  clearInterval(timer);
  isEnding = true;
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    handle(next.message as LogMessage);
  }
  try {
    await completing;
    if (!hasFailed) await writer?.finish(dropped);
    if (!hasFailed && writer !== undefined) await storage.sync(file);
    await (await opened).close();
    // A world that was not loaded leaves no log.
    if (writer === undefined) await rm(file, { force: true });
  } catch (error) {
    fail(error);
  }
  port.close();
  post({ kind: "written", bytes: storage.size, seconds: lastNs / 1e9 });
}

function fail(error: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  clearInterval(timer);
  // Marks it as behind for good, so that no more samples are made.
  Atomics.store(waiting, IN_FLIGHT, FAILED);
  post({ kind: "failed", reason: writeProblem(error) });
}

function post(event: LogThreadEvent): void {
  parentPort!.postMessage(event);
}
