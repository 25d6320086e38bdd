import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import {
  PortLink,
  type KnownSystem,
  type Link,
  type LoadProgress,
  type LogRecord,
  type Problem,
  type StateUpdate,
} from "@orrery/sim/front";
import { BEAT, CALL_OFF, INBOX, READ, SIGNALS, STOP, TRAVEL, WANTED, WATCHED } from "../threads/signals.ts";
import { type LoadedWorld, type RunSummary, type ThreadEvent, type ThreadStart } from "./thread-messages.ts";
import { limitOutput } from "../threads/limited-output.ts";
import { KeptState } from "./kept-state.ts";
import { describeDoing, doingOf, type Doing } from "./thread-activity.ts";
import { startThread } from "../threads/start-thread.ts";
import { watchBeat } from "./watch-beat.ts";

export interface WorldThreadOptions extends Omit<ThreadStart, "port" | "signals"> {
  readonly onLog: (record: LogRecord) => void;
  /** How far the world has been loaded. */
  readonly onLoading?: (progress: LoadProgress) => void;
  readonly onProgress?: (steps: number, timeNs: number, cpuMicros: number) => void;
  readonly onSaved?: (steps: number, bytes: Uint8Array) => void;
  /** For a step that does not end: until a warning is logged, and until the thread is ended by force. Default 10 and 60 s. */
  readonly patience?: { readonly slowMs: number; readonly stuckMs: number };
  /** What the thread may have of V8's heap. Default: V8's own, by the memory of the machine. */
  readonly heapMb?: number;
}

/** A world file that was not loaded, and all that is wrong with it. */
export class WorldRefused extends Error {
  readonly problems: readonly Problem[];

  constructor(reason: string, problems: readonly Problem[]) {
    super(reason);
    this.problems = problems;
  }
}

/** A simulation thread that broke down, was killed or got stuck. */
export class SimulationFailed extends Error {
  readonly reason: string;
  /** What it was doing. */
  readonly doing: Doing;

  constructor(reason: string, doing: Doing = { system: undefined, input: "" }) {
    const words = describeDoing(doing);
    super(`the simulation failed: ${reason}${words === "" ? "" : `\nin ${words}`}`);
    this.reason = reason;
    this.doing = doing;
  }

  /** The message in one line. */
  get brief(): string {
    const words = describeDoing(this.doing);
    const [first = ""] = this.reason.split("\n", 1);
    return words === "" ? first : `${first}, in ${words}`;
  }
}

/** Starts a thread, loads a world in it and lets it run. Rejects with WorldRefused when the world cannot be loaded. */
export function startWorld(options: WorldThreadOptions): Promise<WorldThread> {
  const { onLog, onLoading, onProgress, onSaved, patience = PATIENCE, heapMb, ...start } = options;
  const { port1, port2 } = new MessageChannel();
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadStart = { ...start, port: port2, signals: signals.buffer };
  const worker = startThread(new URL("./sim-thread.ts", import.meta.url), {
    name: "simulation",
    workerData,
    transferList: start.record === undefined ? [port2] : [port2, start.record.port],
    // Loading leaves much garbage; V8's default for the young would keep some 90 MB of it around. Steps allocate next to nothing.
    resourceLimits: {
      maxYoungGenerationSizeMb: 24,
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
    },
    // What systems print must not get into what this process prints for programs to read.
    stdout: true,
    stderr: true,
  });
  limitOutput(worker.stdout, process.stderr);
  limitOutput(worker.stderr, process.stderr);
  return new Promise((resolve, reject) => {
    const ended = Promise.withResolvers<RunSummary>();
    // Before anybody can wait for it, a failure is the failure to load.
    ended.promise.catch(() => undefined);
    let watch: Disposable | undefined;
    let thread: WorldThread | undefined;
    const systems = new Map<number, KnownSystem>();
    const kept = new KeptState(signals);
    const failure = (reason: string): SimulationFailed => new SimulationFailed(reason, doingOf(signals, systems));
    let hasFailed = false;
    const fail = (error: Error): void => {
      // A thread that was ended reports an error, too; the reason is known already.
      if (hasFailed) return;
      hasFailed = true;
      watch?.[Symbol.dispose]();
      if (error instanceof SimulationFailed) thread?.brokeDown(error.brief);
      port1.close();
      // Timers of its systems would keep the thread, and with it this process.
      void worker.terminate();
      reject(error);
      ended.reject(error);
    };
    const watched = (): Disposable =>
      watchBeat({
        ...patience,
        beat: () => Atomics.load(signals, BEAT),
        onSlow: () => {
          const words = describeDoing(doingOf(signals, systems));
          const message = `a step has taken ${seconds(patience.slowMs)} so far${words === "" ? "" : `: ${words}`}`;
          onLog({ level: "warn", source: "", message });
        },
        onStuck: () => fail(failure(stuckReason(patience.stuckMs))),
      });
    worker.on("error", (error: unknown) =>
      fail(failure(error instanceof Error ? (error.stack ?? error.message) : String(error))),
    );
    worker.on("exit", (status) => fail(failure(`its thread ended by itself, with status ${status}`)));
    worker.on("message", (event: ThreadEvent) => {
      switch (event.kind) {
        case "log":
          return onLog(event.record);
        case "loading":
          return onLoading?.(event.progress);
        case "loaded":
          watch = watched();
          thread = new WorldThread({
            worker,
            port: port1,
            signals,
            loaded: event.world,
            ended: ended.promise,
            kept,
            onLost: (reason) => fail(failure(`its link to the server was lost: ${reason}`)),
          });
          return resolve(thread);
        case "state":
          return thread?.onState?.(event.update);
        case "system":
          return void systems.set(event.number, event.system);
        case "kept":
          return kept.take(event.state);
        case "refused":
          return fail(new WorldRefused(event.reason, event.problems));
        case "progress":
          return onProgress?.(event.steps, event.timeNs, event.cpuMicros);
        case "saved":
          return onSaved?.(event.steps, event.bytes);
        case "ended":
          watch?.[Symbol.dispose]();
          // As `runWorld` has sent it.
          return ended.resolve(event.summary);
        case "failed":
          return fail(failure(event.error));
        default:
          return event satisfies never;
      }
    });
  });
}

/** For the end of a run to be told of after the end of its link. */
const LOST_MS = 2000;

/** Packets at the port before the world counts as behind. */
const MOST_UNREAD = 1;

const PATIENCE = { slowMs: 10_000, stuckMs: 60_000 };

function stuckReason(ms: number): string {
  return `a step did not end within ${seconds(ms)}; the thread was ended by force`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/** A world that runs in its own thread. */
export class WorldThread implements AsyncDisposable {
  readonly loaded: LoadedWorld;
  /** To the bus of the world. */
  readonly link: Link;
  /** Resolves when the run is over: its steps made, or stopped. Rejects when the thread broke down. */
  readonly ended: Promise<RunSummary>;
  /** Gets what `want` has asked for. */
  onState: ((update: StateUpdate) => void) | undefined;
  /** The state to restart from when it has broken down; only with `keep`. */
  readonly kept: KeptState;
  readonly #worker: Worker;
  readonly #signals: Int32Array;
  readonly #onLost: (reason: string) => void;
  /** Packets, modulo 2³². */
  #sent = 0;
  #endWords = "the world has ended";

  constructor(parts: {
    readonly worker: Worker;
    readonly port: MessagePort;
    readonly signals: Int32Array;
    readonly loaded: LoadedWorld;
    readonly ended: Promise<RunSummary>;
    readonly kept: KeptState;
    readonly onLost: (reason: string) => void;
  }) {
    const { worker, port, signals, loaded, ended, kept, onLost } = parts;
    this.kept = kept;
    this.#onLost = onLost;
    this.loaded = loaded;
    this.ended = ended;
    this.#worker = worker;
    this.#signals = signals;
    const link = new PortLink({
      postMessage: (value: unknown, transfer: readonly ArrayBuffer[] = []) => {
        port.postMessage(value, transfer);
        this.#sent = (this.#sent + 1) | 0;
        this.#raise(INBOX);
      },
      close: () => port.close(),
    });
    port.on("message", (packet) => link.receive(packet));
    port.on("close", () => link.ended(this.#endWords));
    this.link = link;
  }

  /** Whether the world still has much to read of what it was sent. */
  get isBehind(): boolean {
    return ((this.#sent - Atomics.load(this.#signals, READ)) | 0) > MOST_UNREAD;
  }

  /** Asks for what has changed since the last state, once, and with it all numbers of some entities. Nothing comes unasked. */
  want(watch: readonly number[]): void {
    this.#signals.set(watch, WATCHED + 1);
    this.#signals[WATCHED] = watch.length;
    this.#raise(WANTED);
  }

  /** Progress of a jump in time, and what asked for it; `undefined` while there is none. */
  get travel(): { readonly fraction: number; readonly request: string } | undefined {
    const done = this.#signals[TRAVEL]!;
    if (done === 0) return undefined;
    return { fraction: (done - 1) / 1000, request: doingOf(this.#signals, new Map()).input };
  }

  /** Cancels a jump in time: the world goes back to where it was. */
  callOffTravel(): void {
    Atomics.store(this.#signals, CALL_OFF, 1);
  }

  /** Call before the thread is ended: requests that wait for an answer fail with the reason. */
  brokeDown(reason: string): void {
    this.#endWords = `the world broke down: ${reason}`;
  }

  /** The link has ended: unless the run is about to end too, it has failed. Nobody could reach the world any more. */
  linkLost(reason: string): void {
    const timer = setTimeout(() => this.#onLost(reason), LOST_MS);
    const settled = (): void => clearTimeout(timer);
    this.ended.then(settled, settled);
  }

  /** Lets the present step be the last. A thread that does not come back from a step is ended by force. */
  async stop({ timeoutMs = 5000 }: { readonly timeoutMs?: number } = {}): Promise<RunSummary> {
    this.#raise(STOP);
    this.#raise(INBOX);
    const stuck = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      stuck.reject(new SimulationFailed(stuckReason(timeoutMs)));
      void this.#worker.terminate();
    }, timeoutMs);
    try {
      return await Promise.race([stuck.promise, this.ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** As `stop`, where nobody asks how it went; and the thread is gone, whatever timers its systems have left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop().catch(() => undefined);
    await this.#worker.terminate();
  }

  #raise(signal: number): void {
    Atomics.store(this.#signals, signal, 1);
    Atomics.notify(this.#signals, INBOX);
  }
}
