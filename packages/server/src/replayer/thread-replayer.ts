import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from "node:worker_threads";
import type { FromReplayer, ReplayerPort, ToReplayer } from "@orrery/sim/host";
import { startThread } from "../threads/start-thread.ts";
import type { ReplayerStart } from "./replayer-start.ts";

export interface ThreadReplayerOptions extends Omit<ReplayerStart, "port"> {
  readonly receive: (message: FromReplayer) => void;
  /** Called when the thread has failed: nothing more comes from it. */
  readonly onLost: (reason: string) => void;
}

/** Messages that are handled between two passes: each may copy a part of the past. */
const MOST_AT_ONCE = 4;

/** A replayer in a thread of its own. */
export class ThreadReplayer implements ReplayerPort {
  readonly #port: MessagePort;
  readonly #worker: Worker;
  readonly #receive: (message: FromReplayer) => void;

  constructor({ receive, onLost, ...start }: ThreadReplayerOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#receive = receive;
    const workerData: ReplayerStart = { ...start, port: port2 };
    this.#worker = startThread(new URL("./replayer-thread.ts", import.meta.url), {
      name: "replayer",
      workerData,
      transferList: [port2],
    });
    this.#worker.on("error", (error) => onLost(`the thread that replays the past failed: ${String(error)}`));
    this.#worker.unref();
  }

  post(message: ToReplayer): void {
    this.#port.postMessage(message);
  }

  /** Handles messages that have arrived. Returns whether more may wait. */
  poll(): boolean {
    for (let i = 0; i < MOST_AT_ONCE; i++) {
      const next = receiveMessageOnPort(this.#port);
      if (next === undefined) return false;
      this.#receive(next.message);
    }
    return true;
  }

  [Symbol.dispose](): void {
    void this.#worker.terminate();
    this.#port.close();
  }
}
