import { Value } from "../../../client/value.ts";
import { memoryOf } from "./read-file.ts";
import type { FromTableWorker, TableResults, ToTableWorker } from "./table-messages.ts";

/** A file that a worker writes or reads, because that may take seconds. Samples to write are handed over to it. */
export class TableJob<K extends keyof TableResults = keyof TableResults> {
  /** What it does, for people: "Writing a file". */
  readonly title: string;
  /** 0 to 1. */
  readonly progress = new Value(0);
  /** Resolves to the result, or to `undefined` if the job is cancelled. */
  readonly done: Promise<TableResults[K] | undefined>;
  readonly #worker: Worker;
  readonly #cancelled = Promise.withResolvers<undefined>();

  constructor(title: string, request: ToTableWorker & { readonly kind: K }) {
    this.title = title;
    const worker = new Worker(new URL("../../../table-worker.ts", import.meta.url), { type: "module", name: "table" });
    this.#worker = worker;
    const finished = new Promise<TableResults[K]>((resolve, reject) => {
      worker.addEventListener("error", ({ message }) => reject(new Error(message || "the worker cannot be started")));
      worker.addEventListener("message", ({ data }: MessageEvent<FromTableWorker>) => {
        if (data.kind === "progress") this.progress.set(data.share);
        else if (data.kind === "done") resolve(data.result as TableResults[K]);
        else reject(new Error(data.reason));
      });
    });
    this.done = Promise.race([finished, this.#cancelled.promise]).finally(() => worker.terminate());
    worker.postMessage(request, "curves" in request ? memoryOf(request) : []);
  }

  cancel(): void {
    this.#worker.terminate();
    this.#cancelled.resolve(undefined);
  }
}

/** The files that are being written and read. */
export class TableJobs {
  readonly list = new Value<readonly TableJob[]>([]);

  /** Starts a job, which is listed until it ends. */
  async run<K extends keyof TableResults>(
    title: string,
    request: ToTableWorker & { readonly kind: K },
  ): Promise<TableResults[K] | undefined> {
    const job = new TableJob<K>(title, request);
    this.list.set([...this.list.current, job]);
    try {
      return await job.done;
    } finally {
      this.list.set(this.list.current.filter((each) => each !== job));
    }
  }
}
