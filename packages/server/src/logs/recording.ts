import { MessageChannel, type Worker } from "node:worker_threads";
import { assertNever } from "@orrery/sim/front";
import { DROPPED, SHARED, type LogThreadEvent, type LogThreadStart, type RecordStart } from "./log-messages.ts";
import { startThread } from "../threads/start-thread.ts";

export interface RecordingOptions {
  /** Must not exist yet. */
  readonly file: string;
  /** Samples per simulated second; 0 means one after every step. */
  readonly rateHz: number;
  /** Patterns of topics to record. Default: none. */
  readonly topics?: readonly string[];
  readonly about: Readonly<Record<string, string>>;
  /** Called when the log can no longer be written; the world keeps running. */
  readonly onFailure: (reason: string) => void;
}

/** The outcome of writing a log. */
export interface Written {
  readonly bytes: number;
  /** Duration of the log in seconds. */
  readonly seconds: number;
}

/** A log that is being written, in a separate thread. */
export class Recording {
  readonly file: string;
  readonly rateHz: number;
  readonly topics: readonly string[];
  /** Bytes and seconds that have been written so far. */
  bytes = 0;
  seconds = 0;
  /** Why the log ends early; undefined if it does not. */
  problem: string | undefined;
  isFinished = false;
  /** For the simulation thread; its port is transferred. */
  readonly start: RecordStart;
  /** Resolves when the file was created; rejects with the reason if it cannot be. */
  readonly opened: Promise<void>;
  readonly #worker: Worker;
  readonly #written: Promise<Written>;
  readonly #shared: Int32Array;
  #finishing: Promise<Written> | undefined;

  constructor({ file, rateHz, topics = [], about, onFailure }: RecordingOptions) {
    this.file = file;
    this.rateHz = rateHz;
    this.topics = topics;
    const { port1, port2 } = new MessageChannel();
    const inFlight = new SharedArrayBuffer(SHARED * Int32Array.BYTES_PER_ELEMENT);
    this.#shared = new Int32Array(inFlight);
    this.start = { port: port1, inFlight, rateHz, topics, about };
    const workerData: LogThreadStart = { file, port: port2, inFlight };
    this.#worker = startThread(new URL("./log-thread.ts", import.meta.url), {
      name: "log",
      workerData,
      transferList: [port2],
    });
    const [opened, written] = [Promise.withResolvers<void>(), Promise.withResolvers<Written>()];
    this.opened = opened.promise;
    this.#written = written.promise;
    // Callers that do not await it learn of a failure through `onFailure`.
    this.opened.catch(() => undefined);
    const fail = (reason: string): void => {
      this.problem ??= reason;
      opened.reject(new Error(reason));
      onFailure(reason);
    };
    const brokeDown = (reason: string): void => {
      fail(reason);
      written.resolve({ bytes: 0, seconds: 0 });
    };
    this.#worker.on("error", (error: unknown) => brokeDown(`its thread failed: ${String(error)}`));
    this.#worker.on("exit", (status) => brokeDown(`its thread ended by itself, with status ${status}`));
    this.#worker.on("message", (event: LogThreadEvent) => {
      switch (event.kind) {
        case "opened":
          // From now on, the code that runs the world decides how long this process lives.
          this.#worker.unref();
          return opened.resolve();
        case "progress":
          this.bytes = event.bytes;
          this.seconds = event.seconds;
          return undefined;
        case "failed":
          return fail(event.reason);
        case "written":
          this.#worker.removeAllListeners("exit");
          return written.resolve(event);
        default:
          return assertNever(event);
      }
    });
  }

  /** Number of messages of topics that are missing. */
  get dropped(): number {
    return Atomics.load(this.#shared, DROPPED);
  }

  /** Finishes the log after the world has ended, or no longer records. Resolves when all of it is in the file. */
  finish(): Promise<Written> {
    return (this.#finishing ??= this.#finish());
  }

  async #finish(): Promise<Written> {
    this.#worker.ref();
    this.#worker.postMessage("finish");
    const written = await this.#written;
    ({ bytes: this.bytes, seconds: this.seconds } = written);
    await this.#worker.terminate();
    this.isFinished = true;
    return written;
  }
}
