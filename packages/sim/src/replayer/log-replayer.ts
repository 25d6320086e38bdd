import type { PastReplayer, RunningReplay } from "./past-replayer.ts";
import type { ReplaySink } from "./replay.ts";
import type { ReplayWishes } from "./replay-wishes.ts";
import type { LogFile } from "../logs/log-file.ts";
import { LogReplay } from "./log-replay.ts";
import type { RerunOptions } from "../logs/rerun.ts";

/** Simulates a recorded run again, for each replay from its beginning, and samples items on the way. */
export class LogReplayer implements PastReplayer {
  readonly #open: () => Promise<LogFile>;
  readonly #options: RerunOptions;
  #log: Promise<LogFile> | undefined;

  constructor(open: () => Promise<LogFile>, options: RerunOptions) {
    this.#open = open;
    this.#options = options;
  }

  async prepare(): Promise<void> {
    await this.#file();
  }

  async begin(wishes: ReplayWishes, sink: ReplaySink): Promise<RunningReplay> {
    return new LogReplay({ log: await this.#file(), options: this.#options, wishes, sink });
  }

  #file(): Promise<LogFile> {
    this.#log ??= this.#open();
    this.#log.catch(() => (this.#log = undefined));
    return this.#log;
  }
}
