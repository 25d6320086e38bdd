import type { Runner } from "@orrery/sim";
import { ReplayService, transferOf, type FromReplayer, type ReplayerPort } from "@orrery/sim/host";
import type { RecordedFile } from "./local-messages.ts";
import type { WorkerHost } from "./worker-host.ts";

/** The replays of a world in a worker: their service, and the worker of their own that is started with the first one. */
export class LocalReplays implements Disposable {
  readonly #service: ReplayService;
  readonly #host: WorkerHost;
  readonly #startWorker: () => Worker;

  constructor(runner: Runner, host: WorkerHost, startWorker: () => Worker) {
    this.#host = host;
    this.#startWorker = startWorker;
    this.#service = new ReplayService({
      runner,
      nowMs: () => host.nowMs(),
      start: (receive) => this.#start(receive),
    });
  }

  /** Called between two passes. */
  tick(): void {
    this.#service.poll();
  }

  [Symbol.dispose](): void {
    this.#service[Symbol.dispose]();
  }

  #start(receive: (message: FromReplayer) => void): ReplayerPort {
    const worker = this.#startWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<FromReplayer>) => {
      receive(data);
      // Answers to clients are sent between two passes.
      this.#host.arrived();
    });
    worker.addEventListener("error", ({ message }) => {
      worker.terminate();
      this.#service.lost(message || "the worker that replays the past could not be started");
    });
    return {
      post: (message) => worker.postMessage(message, transferOf(message)),
      [Symbol.dispose]: () => worker.terminate(),
    };
  }
}

/** Starts a worker that replays the past of a live world. */
export function startReplayer(): Worker {
  return new Worker(new URL("../replayer-worker.ts", import.meta.url), { type: "module", name: "replayer" });
}

/** Starts a worker that replays a recorded run. */
export function startLogReplayer(log: RecordedFile): Worker {
  const worker = new Worker(new URL("../log-replayer-worker.ts", import.meta.url), {
    type: "module",
    name: "replayer",
  });
  worker.postMessage(log);
  return worker;
}
