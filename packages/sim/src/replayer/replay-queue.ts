import { assertNever } from "../base/assert-never.ts";
import type { orrery } from "@orrery/msgs";
import { textOf } from "../base/error-text.ts";
import { AskedPast } from "./asked-past.ts";
import { Replayer, type ReplayerOptions, type ReplayWishes } from "./replayer.ts";
import { CANCELLED, type FromReplayer, type ToReplayer } from "./replayer-messages.ts";

export interface ReplayQueueOptions extends ReplayerOptions {
  readonly post: (message: FromReplayer) => void;
  /** Lets the thread handle what has arrived. */
  readonly breathe: () => Promise<void>;
}

/** Replays what a live world in another thread asks for, one after the other: all use the same runner. */
export class ReplayQueue {
  readonly #options: ReplayQueueOptions;
  readonly #past: AskedPast;
  readonly #replayer: Replayer;
  /** Replays that are not done. */
  readonly #known = new Set<string>();
  readonly #cancelled = new Set<string>();
  readonly #waiting: { readonly id: string; readonly wishes: ReplayWishes }[] = [];
  #isBusy = false;

  constructor(options: ReplayQueueOptions) {
    this.#options = options;
    this.#past = new AskedPast(options.post);
    this.#replayer = new Replayer(this.#past, options);
  }

  receive(message: ToReplayer): void {
    switch (message.kind) {
      case "answer":
        return this.#past.answered(message);
      case "cancel":
        if (this.#known.has(message.id)) this.#cancelled.add(message.id);
        return undefined;
      case "replay":
        this.#known.add(message.id);
        this.#waiting.push(message);
        if (!this.#isBusy) void this.#work();
        return undefined;
      default:
        return assertNever(message);
    }
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { id, wishes } = next;
      let error = "";
      try {
        await this.#replayer.replay(wishes, {
          onSamples: (stretch, samples, progress) => this.#send({ id, stretch, samples, progress }),
          breathe: () => this.#breathe(id),
        });
      } catch (thrown) {
        error = textOf(thrown);
      }
      this.#known.delete(id);
      this.#cancelled.delete(id);
      this.#options.post({ kind: "done", id, error });
    }
    this.#isBusy = false;
  }

  async #breathe(id: string): Promise<void> {
    await this.#options.breathe();
    if (this.#cancelled.has(id)) throw new Error(CANCELLED);
  }

  #send(samples: orrery.ReplaySamples & { readonly id: string }): void {
    const bytes = this.#options.messages.encode("orrery.msgs.ReplaySamples", samples);
    this.#options.post({ kind: "samples", id: samples.id, bytes: bytes.slice() });
  }
}
