import type { MessagePort, Worker } from "node:worker_threads";
import { PortLink, type Link, type StateUpdate } from "@orrery/sim/front";
import { CALL_OFF, INBOX, READ, STOP, TRAVEL, WANTED, WATCHED } from "../threads/signals.ts";
import type { KeptState } from "./kept-state.ts";
import { doingOf } from "./thread-activity.ts";
import type { RecordStart } from "../logs/log-messages.ts";
import type { LoadedWorld, RunSummary, ThreadRequest } from "./thread-messages.ts";
import { SimulationFailed, stuckReason } from "./world-failures.ts";

/** How long after the end of the link the end of the run may be reported. */
const LOST_MS = 2000;

/** With more unread packets at its port than this, a world counts as behind. */
const MAX_UNREAD = 1;

/** A world that runs in its own thread. */
export class WorldThread implements AsyncDisposable {
  readonly loaded: LoadedWorld;
  /** The link to the world's bus. */
  readonly link: Link;
  /** Resolves when the run is over: its steps made, or stopped. Rejects if the thread failed. */
  readonly ended: Promise<RunSummary>;
  /** Called with the state that `want` requested. */
  onState: ((update: StateUpdate) => void) | undefined;
  /** Whether the world is paused, according to its last report. */
  isPaused = false;
  /** Called when the world was paused or resumed. */
  onPaused: (() => void) | undefined;
  /** Called when a log has ended as requested. */
  onRecorded: (() => void) | undefined;
  /** The state for a restart after a failure; only with `keep`. */
  readonly kept: KeptState;
  readonly #worker: Worker;
  readonly #signals: Int32Array;
  readonly #onLost: (reason: string) => void;
  /** Number of packets sent, modulo 2³². */
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

  /** Whether the world still has many packets to read. */
  get isBehind(): boolean {
    return ((this.#sent - Atomics.load(this.#signals, READ)) | 0) > MAX_UNREAD;
  }

  /**
   * Requests the changes since the last state, once, with all numbers of some entities. Nothing is sent without a
   * request.
   */
  want(watch: readonly number[]): void {
    this.#signals.set(watch, WATCHED + 1);
    this.#signals[WATCHED] = watch.length;
    this.#raise(WANTED);
  }

  /** Begins a log of the world. The port is transferred. */
  record(start: RecordStart): void {
    this.#post({ kind: "record", start }, [start.port]);
  }

  /** Ends the log. Resolves when everything has been sent to its thread, or the run is over. */
  async endRecord(): Promise<void> {
    const recorded = Promise.withResolvers<void>();
    this.onRecorded = recorded.resolve;
    this.#post({ kind: "end-record" });
    await Promise.race([recorded.promise, this.ended.catch(() => undefined)]);
  }

  /** Progress of a jump in time, and the request that caused it; `undefined` if there is none. */
  get travel(): { readonly fraction: number; readonly request: string } | undefined {
    const done = this.#signals[TRAVEL]!;
    if (done === 0) return undefined;
    return { fraction: (done - 1) / 1000, request: doingOf(this.#signals, new Map()).input };
  }

  /** Cancels a jump in time: the world returns to where it was. */
  callOffTravel(): void {
    Atomics.store(this.#signals, CALL_OFF, 1);
  }

  /** Fails requests that wait for an answer, with the reason. Must be called before the thread is terminated. */
  brokeDown(reason: string): void {
    this.#endWords = `the world failed: ${reason}`;
  }

  /**
   * Handles the end of the link: unless the run is about to end too, it has failed, because nobody could reach the
   * world any more.
   */
  linkLost(reason: string): void {
    const timer = setTimeout(() => this.#onLost(reason), LOST_MS);
    const settled = (): void => clearTimeout(timer);
    this.ended.then(settled, settled);
  }

  /** Ends the run after the present step. Terminates a thread whose step does not end. */
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

  /**
   * Ends the run like `stop`, but without a summary. Afterwards the thread is gone, whatever timers its systems have
   * left.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop().catch(() => undefined);
    await this.#worker.terminate();
  }

  #post(request: ThreadRequest, transfer: MessagePort[] = []): void {
    this.#worker.postMessage(request, transfer);
    this.#raise(INBOX);
  }

  #raise(signal: number): void {
    Atomics.store(this.#signals, signal, 1);
    Atomics.notify(this.#signals, INBOX);
  }
}
