import type { MessagePort, Worker } from "node:worker_threads";
import { PortLink, type Link, type StateUpdate } from "@orrery/sim/front";
import { CALL_OFF, INBOX, READ, STOP, TRAVEL, WANTED, WATCHED } from "../threads/signals.ts";
import type { KeptState } from "./kept-state.ts";
import { doingOf } from "./thread-activity.ts";
import type { LoadedWorld, RunSummary } from "./thread-messages.ts";
import { SimulationFailed, stuckReason } from "./world-failures.ts";

/** For the end of a run to be told of after the end of its link. */
const LOST_MS = 2000;

/** Packets at the port before the world counts as behind. */
const MOST_UNREAD = 1;

/** A world that runs in its own thread. */
export class WorldThread implements AsyncDisposable {
  readonly loaded: LoadedWorld;
  /** To the bus of the world. */
  readonly link: Link;
  /** Resolves when the run is over: its steps made, or stopped. Rejects when the thread broke down. */
  readonly ended: Promise<RunSummary>;
  /** Gets what `want` has asked for. */
  onState: ((update: StateUpdate) => void) | undefined;
  /** Whether the world is paused, as it said last. */
  isPaused = false;
  /** It has been paused or resumed. */
  onPaused: (() => void) | undefined;
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
