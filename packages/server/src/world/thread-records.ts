import { parentPort } from "node:worker_threads";
import type { Log, Runner } from "@orrery/sim";
import type { RecordStart } from "../logs/log-messages.ts";
import type { ThreadRequest } from "./thread-messages.ts";

/** The log of a world that runs in this thread: from the beginning, or begun and ended while it runs. */
export class ThreadRecords implements Disposable {
  readonly #runner: Runner;
  readonly #log: Log;
  readonly #onEnded: () => void;
  #recorder: Disposable | undefined;
  /** Loading the code for logs takes a moment, in which the log may be ended again. */
  #changing: Promise<void> = Promise.resolve();

  /** `onEnded` is called when a log has ended on request. */
  constructor(runner: Runner, log: Log, onEnded: () => void) {
    this.#runner = runner;
    this.#log = log;
    this.#onEnded = onEnded;
    parentPort?.on("message", (request: ThreadRequest) => {
      this.#changing = this.#changing.then(() => this.#handle(request));
    });
    // It must not keep the thread alive.
    parentPort?.unref();
  }

  async begin(start: RecordStart): Promise<void> {
    this.end();
    // Few runs are recorded, so the code that writes logs is loaded only for those.
    const { recordWorld } = await import("../logs/record-world.ts");
    this.#recorder = recordWorld(this.#runner, start, this.#log);
  }

  /** Ends the log, with the present moment. */
  end(): void {
    this.#recorder?.[Symbol.dispose]();
    this.#recorder = undefined;
  }

  [Symbol.dispose](): void {
    this.end();
  }

  async #handle(request: ThreadRequest): Promise<void> {
    if (request.kind === "record") return await this.begin(request.start);
    this.end();
    this.#onEnded();
  }
}
