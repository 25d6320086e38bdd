import { assertNever } from "../base/assert-never.ts";
import { textOf } from "../base/error-text.ts";
import { AskedPast } from "./asked-past.ts";
import type { PastReplayer, RunningReplay } from "./past-replayer.ts";
import type { ReplaySink } from "./replay.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";
import { CANCELLED, type FromReplayer, type ToReplayer } from "./replayer-messages.ts";
import { Replayer, type ReplayerOptions } from "./replayer.ts";

export interface ReplayQueueOptions extends ReplayerOptions {
  readonly post: (message: FromReplayer) => void;
  /** Lets the thread handle what has arrived. `isUrgent`: whether somebody waits for a part that is looked at. */
  readonly breathe: (how: { readonly isUrgent: boolean }) => Promise<void>;
  /** Replays a recorded past instead of the world's own. */
  readonly recorded?: PastReplayer | undefined;
}

/** A replay that somebody waits for. */
interface Job {
  readonly id: string;
  wishes: ReplayWishes;
  replay: RunningReplay | undefined;
  isCancelled: boolean;
}

/**
 * Replays what a world in another thread asks for. All replays use the same runner, so only one continues at a
 * time. Those that still lack what somebody looks at come first, then the others in order.
 */
export class ReplayQueue {
  readonly #options: ReplayQueueOptions;
  readonly #past: AskedPast;
  readonly #replayer: PastReplayer;
  readonly #jobs = new Map<string, Job>();
  #isBusy = false;

  constructor(options: ReplayQueueOptions) {
    this.#options = options;
    this.#past = new AskedPast(options.post);
    this.#replayer = options.recorded ?? new Replayer(this.#past, options);
  }

  receive(message: ToReplayer): void {
    switch (message.kind) {
      case "answer":
        return this.#past.answered(message);
      case "prepare":
        // A replay will fail for the same reason, and report it.
        return void this.#replayer.prepare().catch(() => undefined);
      case "cancel": {
        const job = this.#jobs.get(message.id);
        if (job !== undefined) job.isCancelled = true;
        return undefined;
      }
      case "focus":
        return this.#look(message.id, message.focus);
      case "replay": {
        const { id, wishes } = message;
        this.#jobs.set(id, { id, wishes, replay: undefined, isCancelled: false });
        if (!this.#isBusy) void this.#work();
        return undefined;
      }
      default:
        return assertNever(message);
    }
  }

  #look(id: string, focus: ReplayFocus): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    job.wishes = { ...job.wishes, focus };
    job.replay?.look(focus);
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      const error = await this.#goOn(job);
      if (error === undefined) continue;
      this.#jobs.delete(job.id);
      job.replay?.[Symbol.dispose]();
      this.#options.post({ kind: "done", id: job.id, error });
    }
    this.#isBusy = false;
  }

  /** Continues a replay. Returns `undefined` if it is not done, an empty text if it is, or else why it has ended. */
  async #goOn(job: Job): Promise<string | undefined> {
    try {
      if (job.isCancelled) return CANCELLED;
      const replay = (job.replay ??= await this.#begin(job));
      const isLeft = await replay.goOn(() => !replay.isUrgent && this.#isSomethingUrgent());
      return isLeft ? undefined : "";
    } catch (error) {
      return textOf(error);
    }
  }

  async #begin(job: Job): Promise<RunningReplay> {
    const replay = await this.#replayer.begin(job.wishes, this.#sink(job));
    // Somebody may look elsewhere by now.
    if (job.wishes.focus !== undefined) replay.look(job.wishes.focus);
    return replay;
  }

  #next(): Job | undefined {
    const jobs = [...this.#jobs.values()];
    return jobs.find(isUrgent) ?? jobs[0];
  }

  #isSomethingUrgent(): boolean {
    return [...this.#jobs.values()].some(isUrgent);
  }

  #sink(job: Job): ReplaySink {
    const { messages, post, breathe } = this.#options;
    const { id } = job;
    return {
      onSamples(samples) {
        const bytes = messages.encode("orrery.msgs.ReplaySamples", { id, ...samples });
        post({ kind: "samples", id, bytes: bytes.slice() });
      },
      async breathe() {
        await breathe({ isUrgent: isUrgent(job) });
        if (job.isCancelled) throw new Error(CANCELLED);
      },
    };
  }
}

/** Returns whether a job goes first: it is new or cancelled, or lacks samples that somebody looks at. */
function isUrgent({ replay, isCancelled }: Job): boolean {
  return isCancelled || replay === undefined || replay.isUrgent;
}
