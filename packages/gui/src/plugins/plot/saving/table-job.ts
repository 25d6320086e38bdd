import { Value } from "../../../client/value.ts";
import type { TableRequest } from "./table-file.ts";
import type { FromTableWorker, ToTableWorker } from "./table-messages.ts";

/** A file that a worker writes, because that may take seconds. */
export class TableJob {
  /** 0 to 1. */
  readonly progress = new Value(0);
  /** Resolves to the file, or to `undefined` if the job is cancelled. */
  readonly done: Promise<Blob | undefined>;
  readonly #worker: Worker;
  readonly #cancelled = Promise.withResolvers<undefined>();

  constructor(request: TableRequest) {
    const worker = new Worker(new URL("../../../table-worker.ts", import.meta.url), { type: "module", name: "table" });
    this.#worker = worker;
    const written = new Promise<Blob>((resolve, reject) => {
      worker.addEventListener("error", ({ message }) => reject(new Error(message || "the worker cannot be started")));
      worker.addEventListener("message", ({ data }: MessageEvent<FromTableWorker>) => {
        if (data.kind === "progress") this.progress.set(data.share);
        else if (data.kind === "written") resolve(data.file);
        else reject(new Error(data.reason));
      });
    });
    this.done = Promise.race([written, this.#cancelled.promise]).finally(() => worker.terminate());
    worker.postMessage({ kind: "write", ...request } satisfies ToTableWorker);
  }

  cancel(): void {
    this.#worker.terminate();
    this.#cancelled.resolve(undefined);
  }
}
