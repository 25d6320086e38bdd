import type { Message } from "./message.ts";

export interface WorkQueueOptions {
  /** Whether queued work waits for `drain` instead of the end of the batch that queued it. */
  readonly deferred: boolean;
  /** How many jobs handlers may add to one round before it counts as an endless loop. */
  readonly maxCascade: number;
  readonly deliver: (message: Message) => void;
  /** Called with the work of a round that is discarded because it would never end. */
  readonly onLoop: (rest: readonly Job[]) => void;
  /** Called after each outermost batch, once the work that may run has run. */
  readonly onSettled: () => void;
}

/** Messages are jobs themselves, so that a publication allocates no closure. Other jobs must not throw. */
export type Job = Message | (() => void);

/** The deliveries of one bus, strictly in order: what a handler publishes comes after everything published before. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  #jobs: Job[] = [];
  #afterRound: (() => void)[] = [];
  #depth = 0;
  #draining = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  push(job: Job): void {
    this.#jobs.push(job);
    if (this.#depth === 0) this.#settle();
  }

  /** Runs work after everything queued before it has been delivered; at once if nothing is queued. */
  afterRound(work: () => void): void {
    if (this.#jobs.length > 0) this.#afterRound.push(work);
    else work();
  }

  batch<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      if (--this.#depth === 0) this.#settle();
    }
  }

  /** Schedules `onSettled`: at the end of the present batch, or now. */
  touch(): void {
    if (this.#depth === 0) this.#settle();
  }

  drain(): void {
    if (this.#draining) return;
    this.batch(() => this.#round());
  }

  #settle(): void {
    if (!this.#options.deferred && this.#jobs.length > 0 && !this.#draining) {
      this.#depth++;
      try {
        this.#round();
      } finally {
        this.#depth--;
      }
    }
    this.#options.onSettled();
  }

  #round(): void {
    const jobs = this.#jobs;
    const limit = jobs.length + this.#options.maxCascade;
    this.#draining = true;
    try {
      // Handlers append to the list while it is processed.
      for (let at = 0; at < jobs.length; at++) {
        if (at >= limit) {
          this.#options.onLoop(jobs.slice(at));
          break;
        }
        const job = jobs[at]!;
        if (typeof job === "function") job();
        else this.#options.deliver(job);
      }
    } finally {
      this.#jobs = [];
      this.#draining = false;
    }
    const after = this.#afterRound;
    this.#afterRound = [];
    for (const work of after) work();
  }
}
