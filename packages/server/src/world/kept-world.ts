import type { LogRecord } from "@orrery/sim/front";
import type { RunSummary, LoadedWorld, StoppedSystem } from "./thread-messages.ts";
import { SimulationFailed } from "./world-failures.ts";
import { startWorld, type WorldThreadOptions } from "./start-world.ts";
import { type WorldThread } from "./world-thread.ts";

export interface KeptWorldOptions {
  /** The options for its first thread. */
  readonly start: WorldThreadOptions;
  /** Gives clients access to a thread that was started to replace a lost one. */
  readonly onThread: (thread: WorldThread, keeper: KeptWorld) => Promise<void>;
  readonly onNotice: (notice: Notice) => void;
  /** How many times a world is restarted within a period before it stays stopped. Default three times per minute. */
  readonly restarts?: { readonly most: number; readonly withinMs: number };
}

/** The words for clients about a world whose thread was lost. */
export interface Notice {
  readonly kind: "restarted" | "stopped";
  readonly text: string;
  readonly reason: string;
  /** The system that was stopped because of it. */
  readonly system: string;
  /** The input that was taking effect at that time. */
  readonly request: string;
  /** The simulated time at which the world continues, or at which it stopped. */
  readonly timeNs: number;
}

const RESTARTS = { most: 3, withinMs: 60_000 };

/**
 * A world that is restarted when its thread fails: from the last state that it handed out, without the system that was
 * running. Everything since then is lost, and so is its history. A world that fails repeatedly stays stopped; the
 * server and other worlds keep running.
 */
export class KeptWorld implements AsyncDisposable {
  /**
   * Resolves when the run is over: stopped, or its steps made. A world that stays stopped after failures has not ended.
   */
  readonly ended: Promise<RunSummary>;
  readonly #options: KeptWorldOptions;
  readonly #end = Promise.withResolvers<RunSummary>();
  #thread: WorldThread;
  #failure: SimulationFailed | undefined;
  #isStopping = false;
  #lostMs: number[] = [];
  #without: StoppedSystem[] = [];
  /** Built-in systems that were running when a thread was lost; such a system is stopped if it happens again. */
  readonly #suspected = new Set<string>();

  static async start(options: KeptWorldOptions): Promise<KeptWorld> {
    return new KeptWorld(options, await startWorld({ ...options.start, keep: true }));
  }

  private constructor(options: KeptWorldOptions, thread: WorldThread) {
    this.#options = options;
    this.#thread = thread;
    this.ended = this.#end.promise;
    this.ended.catch(() => undefined);
    this.#watch(thread);
  }

  get loaded(): LoadedWorld {
    return this.#thread.loaded;
  }

  /** The thread that is running now. */
  get thread(): WorldThread {
    return this.#thread;
  }

  /** Stops the world. Rejects with the failure if the world stays stopped because of one. */
  async stop(): Promise<RunSummary> {
    this.#isStopping = true;
    if (this.#failure !== undefined) throw this.#failure;
    return await this.#thread.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    await this.#thread[Symbol.asyncDispose]();
  }

  #watch(thread: WorldThread): void {
    thread.ended.then(this.#end.resolve, (error: unknown) => {
      if (this.#isStopping || !(error instanceof SimulationFailed)) return this.#end.reject(error);
      void this.#lost(thread, error);
    });
  }

  async #lost(thread: WorldThread, failure: SimulationFailed): Promise<void> {
    const { onThread, restarts = RESTARTS } = this.#options;
    const culprit = this.#blame(failure);
    const nowMs = performance.now();
    this.#lostMs = [...this.#lostMs.filter((ms) => nowMs - ms < restarts.withinMs), nowMs];
    if (this.#lostMs.length > restarts.most) {
      const often = `${this.#lostMs.length} times within ${restarts.withinMs / 1000} s`;
      return this.#giveUp(failure, thread, `it failed ${often}`);
    }
    const state = thread.kept.last;
    let next: WorldThread;
    try {
      next = await this.#startFrom(thread.kept);
    } catch (error) {
      return this.#giveUp(failure, thread, `it could not be restarted: ${(error as Error).message}`);
    }
    if (this.#isStopping) return await next[Symbol.asyncDispose]();
    this.#thread = next;
    this.#watch(next);
    // A thread that cannot be attached counts as lost too: it is restarted once, and then reported.
    const isOpen = await onThread(next, this).then(
      () => true,
      () => false,
    );
    if (!isOpen) return;
    const timeNs = state?.timeNs ?? 0;
    const without = culprit === undefined ? "" : ` without the system ${culprit}`;
    const text = `The world's thread failed: ${failure.brief}. It continues from ${seconds(timeNs)}${without}; everything since then, and the past that could be undone, is lost.`;
    this.#report({ kind: "restarted", text, timeNs, system: culprit ?? "" }, failure);
  }

  #startFrom(kept: WorldThread["kept"]): Promise<WorldThread> {
    const { start } = this.#options;
    const bytes = kept.bytes();
    // The log of a run ends with its thread.
    const { record: _record, ...again } = start;
    return startWorld({
      ...again,
      keep: true,
      engine: bytes === undefined ? start.engine : undefined,
      paused: kept.last?.paused ?? start.paused,
      targetFactor: kept.last?.targetFactor ?? start.targetFactor,
      restore: bytes && { file: "the last state that was kept", bytes },
      without: this.#without,
    });
  }

  /** Decides which system to leave out from now on, and returns its name, if any. */
  #blame({ doing: { system }, reason }: SimulationFailed): string | undefined {
    if (system === undefined) return undefined;
    const { known, act } = system;
    // A built-in system may just have had too much to do; and without physics nothing would move.
    const isKnown = this.#suspected.has(known.key);
    if (known.isBuiltIn && !isKnown) return void this.#suspected.add(known.key);
    this.#without = [
      ...this.#without,
      { key: known.key, phase: act, error: `the thread failed in it: ${firstLine(reason)}` },
    ];
    return known.name;
  }

  #giveUp(failure: SimulationFailed, thread: WorldThread, why: string): void {
    this.#failure = failure;
    const timeNs = thread.kept.last?.timeNs ?? 0;
    const text = `The world has stopped: ${why}. ${failure.brief}. Restart the server, without whatever makes it fail.`;
    this.#report({ kind: "stopped", text, timeNs, system: "" }, failure);
  }

  #report(notice: Omit<Notice, "reason" | "request">, { message, reason, doing }: SimulationFailed): void {
    const record: LogRecord = { level: "error", source: "", message: notice.text, fields: { failure: message } };
    this.#options.start.onLog(record);
    this.#options.onNotice({ ...notice, reason, request: doing.input });
  }
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
}

function seconds(ns: number): string {
  return `${(ns / 1e9).toFixed(3)} s`;
}
