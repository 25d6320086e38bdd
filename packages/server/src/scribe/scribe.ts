import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from "node:worker_threads";
import { StateTap, type RunInfo, type Scribe, type World, type WorldAnswer } from "@orrery/sim/front";
import type { ScribeAnswer, ScribeJob, ScribeStart } from "./scribe-messages.ts";
import { startThread } from "../threads/start-thread.ts";

export interface ThreadScribeOptions {
  readonly file: string;
  readonly signals: SharedArrayBuffer;
}

/**
 * Describes a world in a separate thread that has a copy of it; each job sends the changes since the last. The thread
 * starts with the first job. Only one job runs at a time, because all are written into the same memory.
 */
export class ThreadScribe implements Scribe, Disposable {
  readonly #options: ThreadScribeOptions;
  #attached: { readonly world: World; readonly root: number } | undefined;
  #tap: StateTap | undefined;
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #open: { readonly id: number; readonly done: PromiseWithResolvers<Uint8Array> } | undefined;
  #jobs = 0;

  constructor(options: ThreadScribeOptions) {
    this.#options = options;
  }

  /** Sets the world. Must be called before any request. */
  attach(world: World, root: number): void {
    this.#attached = { world, root };
  }

  write(answer: WorldAnswer, info: RunInfo): Promise<Uint8Array> {
    const written = this.#last.then(() => this.#send(answer, info));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Delivers answers that have arrived. Called between passes. */
  poll(): void {
    if (this.#port === undefined || this.#open === undefined) return;
    const answer: ScribeAnswer | undefined = receiveMessageOnPort(this.#port)?.message;
    if (answer?.id !== this.#open.id) return;
    const { done } = this.#open;
    this.#open = undefined;
    if ("bytes" in answer) done.resolve(answer.bytes);
    else done.reject(new Error(answer.error));
  }

  [Symbol.dispose](): void {
    void this.#worker?.terminate();
    this.#port?.close();
    this.#fail("the world has ended");
  }

  #send(answer: WorldAnswer, info: RunInfo): Promise<Uint8Array> {
    const port = (this.#port ??= this.#start());
    const update = this.#tap!.take({ exact: true, watch: [] });
    const id = ++this.#jobs;
    const done = Promise.withResolvers<Uint8Array>();
    this.#open = { id, done };
    port.postMessage({ id, answer, info, update } satisfies ScribeJob);
    return done.promise;
  }

  #start(): MessagePort {
    const { world, root } = this.#attached!;
    const { port1, port2 } = new MessageChannel();
    const workerData: ScribeStart = { ...this.#options, port: port2, root };
    this.#tap = new StateTap(world, (bytes) => new SharedArrayBuffer(bytes));
    this.#worker = startThread(new URL("./scribe-thread.ts", import.meta.url), {
      name: "scribe",
      workerData,
      transferList: [port2],
    });
    // The next job starts a new thread with a whole copy.
    this.#worker.on("error", (error) => this.#lose(`the thread that describes the world failed: ${String(error)}`));
    this.#worker.unref();
    return port1;
  }

  #lose(reason: string): void {
    this.#port?.close();
    this.#port = this.#worker = this.#tap = undefined;
    this.#fail(reason);
  }

  #fail(reason: string): void {
    this.#open?.done.reject(new Error(reason));
    this.#open = undefined;
  }
}
