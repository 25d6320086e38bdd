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
    this.#written = new Promise((resolve) => {
      const brokeDown = (reason: string): void => {
        onFailure(reason);
        resolve({ bytes: 0, seconds: 0 });
      };
      this.#worker.on("error", (error: unknown) => brokeDown(`its thread broke down: ${String(error)}`));
      this.#worker.on("exit", (status) => brokeDown(`its thread ended by itself, with status ${status}`));
      this.#worker.on("message", (event: LogThreadEvent) => {
        if (event.kind === "failed") return onFailure(event.reason);
        this.#worker.removeAllListeners("exit");
        resolve(event);
      });
    });
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
