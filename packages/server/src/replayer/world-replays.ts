import { ReplayService, type Runner } from "@orrery/sim/host";
import { ThreadReplayer } from "./thread-replayer.ts";

export interface WorldReplaysOptions {
  readonly runner: Runner;
  readonly signals: SharedArrayBuffer;
  readonly pluginFolders: readonly string[];
  /** The log that the world plays back. */
  readonly log?: string | undefined;
}

/** The replays of one world: their service, and the thread that is started with the first one. */
export class WorldReplays implements Disposable {
  readonly #service: ReplayService;
  #thread: ThreadReplayer | undefined;

  constructor({ runner, ...start }: WorldReplaysOptions) {
    this.#service = new ReplayService({
      runner,
      nowMs: () => performance.now(),
      start: (receive) =>
        (this.#thread = new ThreadReplayer({ ...start, receive, onLost: (reason) => this.#lose(reason) })),
    });
  }

  /** Handles what the thread says, between two passes. Returns whether more may wait. `isIdle`: whether the world has time left. */
  poll(options: { readonly isIdle: boolean }): boolean {
    this.#service.poll();
    return this.#thread?.poll(options) ?? false;
  }

  [Symbol.dispose](): void {
    this.#service[Symbol.dispose]();
  }

  #lose(reason: string): void {
    this.#thread?.[Symbol.dispose]();
    this.#thread = undefined;
    this.#service.lost(reason);
  }
}
