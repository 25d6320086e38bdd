import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from "node:worker_threads";
import { transferOf, type FromReplayer, type ReplayerPort, type ToReplayer } from "@orrery/sim/host";
import { startThread } from "../threads/start-thread.ts";
import { BEHIND } from "../threads/signals.ts";
import type { ReplayerStart } from "./replayer-start.ts";

export interface ThreadReplayerOptions extends Omit<ReplayerStart, "port"> {
  readonly receive: (message: FromReplayer) => void;
  /** Called when the thread has failed: nothing more comes from it. */
  readonly onLost: (reason: string) => void;
}

/** Time for messages between two passes: each may copy a part of the past. */
const MAX_MS = 0.5;
/** While the world is behind its time, answers wait for this many times as long as the last ones took: they get 2 %. */
const REST = 50;

/** A world that has had no time left for this long is behind. */
const BEHIND_MS = 100;

/** A replayer in a thread of its own. */
export class ThreadReplayer implements ReplayerPort {
  readonly #port: MessagePort;
  readonly #worker: Worker;
  readonly #receive: (message: FromReplayer) => void;
  readonly #signals: Int32Array;
  #restsUntilMs = -Infinity;
  /** When the world last had time left. */
  #idleMs = performance.now();
  #isDisposed = false;

  constructor({ receive, onLost, ...start }: ThreadReplayerOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#receive = receive;
    this.#signals = new Int32Array(start.signals);
    const workerData: ReplayerStart = { ...start, port: port2 };
    this.#worker = startThread(new URL("./replayer-thread.ts", import.meta.url), {
      name: "replayer",
      workerData,
      transferList: [port2],
    });
    this.#worker.on("error", (error) => onLost(`the thread that replays the past failed: ${String(error)}`));
    // A system may end the thread by `process.exit`.
    this.#worker.on("exit", (status) => {
      if (!this.#isDisposed) onLost(`the thread that replays the past ended by itself, with status ${status}`);
    });
    this.#worker.unref();
  }

  post(message: ToReplayer): void {
    this.#port.postMessage(message, transferOf(message));
  }

  /** Handles messages that have arrived. Returns whether more may wait. `isIdle`: whether the world has time left. */
  poll({ isIdle }: { readonly isIdle: boolean }): boolean {
    const startMs = performance.now();
    if (isIdle) this.#idleMs = startMs;
    // The replayer rests now and then while the world is behind.
    Atomics.store(this.#signals, BEHIND, startMs - this.#idleMs > BEHIND_MS ? 1 : 0);
    if (!isIdle && startMs < this.#restsUntilMs) return true;
    for (let nowMs = startMs; nowMs - startMs < MAX_MS; nowMs = performance.now()) {
      const next = receiveMessageOnPort(this.#port);
      if (next === undefined) return false;
      this.#receive(next.message);
      const endMs = performance.now();
      this.#restsUntilMs = endMs + REST * (endMs - startMs);
    }
    return true;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    void this.#worker.terminate();
    this.#port.close();
  }
}
