import { MessageChannel, Worker } from "node:worker_threads";
import type { LogThreadEvent, LogThreadStart, RecordStart } from "./log-messages.ts";

export interface RecordingOptions {
  /** A file that is not there yet. */
  readonly file: string;
  /** Samples per simulated second; 0 is one after every step. */
  readonly rateHz: number;
  readonly about: Readonly<Record<string, string>>;
  /** The log cannot be written any more; the world runs on. */
  readonly onFailure: (reason: string) => void;
}

/** A log that is being written, in a thread of its own. */
export class Recording {
  /** For the simulation thread; its port goes there. */
  readonly start: RecordStart;
  readonly #worker: Worker;
  readonly #written: Promise<{ readonly bytes: number; readonly seconds: number }>;

  constructor({ file, rateHz, about, onFailure }: RecordingOptions) {
    const { port1, port2 } = new MessageChannel();
    const inFlight = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.start = { port: port1, inFlight, rateHz, about };
    const workerData: LogThreadStart = { file, port: port2, inFlight };
    this.#worker = new Worker(new URL("./log-thread.ts", import.meta.url), {
      name: "log",
      workerData,
      transferList: [port2],
    });
    // Whoever runs the world decides how long this process lives.
    this.#worker.unref();
    this.#written = new Promise((resolve, reject) => {
      this.#worker.on("error", reject);
      this.#worker.on("message", (event: LogThreadEvent) => {
        if (event.kind === "failed") onFailure(event.reason);
        else resolve(event);
      });
    });
    this.#written.catch((error: unknown) => onFailure(String(error)));
  }

  /** When the world has ended: resolves when all of it is in the file. */
  async finish(): Promise<{ readonly bytes: number; readonly seconds: number }> {
    this.#worker.ref();
    this.#worker.postMessage("finish");
    const written = await this.#written;
    await this.#worker.terminate();
    return written;
  }
}
