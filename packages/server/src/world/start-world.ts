import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { assertNever, stackOf, type KnownSystem, type LoadProgress, type LogRecord } from "@orrery/sim/front";
import { limitOutput } from "../threads/limited-output.ts";
import { BEAT, SIGNALS } from "../threads/signals.ts";
import { startThread } from "../threads/start-thread.ts";
import { KeptState } from "./kept-state.ts";
import { describeDoing, doingOf } from "./thread-activity.ts";
import type { RunSummary, ThreadEvent, ThreadStart } from "./thread-messages.ts";
import { watchBeat } from "./watch-beat.ts";
import { SimulationFailed, stuckReason, WorldRefused } from "./world-failures.ts";
import { WorldThread } from "./world-thread.ts";

export interface WorldThreadOptions extends Omit<ThreadStart, "port" | "signals"> {
  readonly onLog: (record: LogRecord) => void;
  /** Called with the progress of loading. */
  readonly onLoading?: (progress: LoadProgress) => void;
  readonly onProgress?: (steps: number, timeNs: number, cpuMicros: number) => void;
  readonly onSaved?: (steps: number, bytes: Uint8Array) => void;
  /**
   * Time limits for a step that does not end: until a warning is logged, and until the thread is terminated. Default 10
   * and 60 s.
   */
  readonly patience?: { readonly slowMs: number; readonly stuckMs: number };
  /** Limit of the thread's V8 heap. Default: V8's own, based on the machine's memory. */
  readonly heapMb?: number;
}

/** Starts a thread, loads a world in it and runs it. Rejects with WorldRefused if the world cannot be loaded. */
export function startWorld(options: WorldThreadOptions): Promise<WorldThread> {
  return new Supervisor(options).loaded;
}

const PATIENCE = { slowMs: 10_000, stuckMs: 60_000 };

/** The events of a world that its host listens to. */
type Listeners = {
  readonly [K in "onLog" | "onLoading" | "onProgress" | "onSaved"]: WorldThreadOptions[K] | undefined;
} & {
  readonly onLog: WorldThreadOptions["onLog"];
};

/** Listens to a simulation thread from its start to its end, and ends it if it fails. */
class Supervisor {
  readonly #listeners: Listeners;
  readonly #patience: NonNullable<WorldThreadOptions["patience"]>;
  readonly #signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  readonly #kept = new KeptState(this.#signals);
  readonly #systems = new Map<number, KnownSystem>();
  readonly #loaded = Promise.withResolvers<WorldThread>();
  readonly #ended = Promise.withResolvers<RunSummary>();
  readonly #port: MessagePort;
  readonly #worker: Worker;
  #thread: WorldThread | undefined;
  #watch: Disposable | undefined;
  #hasFailed = false;

  constructor(options: WorldThreadOptions) {
    const { onLog, onLoading, onProgress, onSaved, patience = PATIENCE, heapMb, ...start } = options;
    this.#listeners = { onLog, onLoading, onProgress, onSaved };
    this.#patience = patience;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = startSimulation({ ...start, port: port2, signals: this.#signals.buffer }, heapMb);
    // Until somebody can await the end, a failure is reported as a failure to load.
    this.#ended.promise.catch(() => undefined);
    this.#worker.on("message", (event: ThreadEvent) => this.#handle(event));
    this.#worker.on("error", (error: unknown) => this.#failed(stackOf(error)));
    this.#worker.on("exit", (status) => this.#failed(`its thread ended by itself, with status ${status}`));
  }

  /** Resolves when the world runs. */
  get loaded(): Promise<WorldThread> {
    return this.#loaded.promise;
  }

  #handle(event: ThreadEvent): void {
    const { onLog, onLoading, onProgress, onSaved } = this.#listeners;
    switch (event.kind) {
      case "log":
        return onLog(event.record);
      case "loading":
        return onLoading?.(event.progress);
      case "loaded":
        this.#watch = this.#watchBeat();
        this.#thread = new WorldThread({
          worker: this.#worker,
          port: this.#port,
          signals: this.#signals,
          loaded: event.world,
          ended: this.#ended.promise,
          kept: this.#kept,
          onLost: (reason) => this.#failed(`its link to the server was lost: ${reason}`),
        });
        return this.#loaded.resolve(this.#thread);
      case "paused":
        return this.#paused(event.paused);
      case "state":
        return this.#thread?.onState?.(event.update);
      case "system":
        return void this.#systems.set(event.number, event.system);
      case "recorded":
        return this.#thread?.onRecorded?.();
      case "kept":
        return this.#kept.keep(event.state);
      case "refused":
        return this.#fail(new WorldRefused(event.reason, event.problems));
      case "progress":
        return onProgress?.(event.steps, event.timeNs, event.cpuMicros);
      case "saved":
        return onSaved?.(event.steps, event.bytes);
      case "ended":
        this.#watch?.[Symbol.dispose]();
        // As sent by `runWorld`.
        return this.#ended.resolve(event.summary);
      case "failed":
        return this.#failed(event.error);
      default:
        return assertNever(event);
    }
  }

  #paused(isPaused: boolean): void {
    if (this.#thread === undefined) return;
    this.#thread.isPaused = isPaused;
    this.#thread.onPaused?.();
  }

  #watchBeat(): Disposable {
    const { slowMs, stuckMs } = this.#patience;
    return watchBeat({
      slowMs,
      stuckMs,
      beat: () => Atomics.load(this.#signals, BEAT),
      onSlow: () => {
        const words = describeDoing(doingOf(this.#signals, this.#systems));
        const message = `a step has taken ${slowMs / 1000} s so far${words === "" ? "" : `: ${words}`}`;
        this.#listeners.onLog({ level: "warn", source: "", message });
      },
      onStuck: () => this.#failed(stuckReason(stuckMs)),
    });
  }

  #failed(reason: string): void {
    this.#fail(new SimulationFailed(reason, doingOf(this.#signals, this.#systems)));
  }

  #fail(error: Error): void {
    // A terminated thread reports an error too, but the reason is already known.
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#watch?.[Symbol.dispose]();
    if (error instanceof SimulationFailed) this.#thread?.brokeDown(error.brief);
    this.#port.close();
    // Timers of its systems would keep the thread, and this process, alive.
    void this.#worker.terminate();
    this.#loaded.reject(error);
    this.#ended.reject(error);
  }
}

function startSimulation(workerData: ThreadStart, heapMb: number | undefined): Worker {
  const { port, record } = workerData;
  const worker = startThread(new URL("./sim-thread.ts", import.meta.url), {
    name: "simulation",
    workerData,
    transferList: record === undefined ? [port] : [port, record.port],
    // Loading leaves much garbage, some 90 MB of which would stay with V8's default for the young generation. Steps
    // allocate next to nothing.
    resourceLimits: {
      maxYoungGenerationSizeMb: 24,
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
    },
    // Output of systems must not mix with this process's output for programs.
    stdout: true,
    stderr: true,
  });
  limitOutput(worker.stdout, process.stderr);
  limitOutput(worker.stderr, process.stderr);
  return worker;
}
