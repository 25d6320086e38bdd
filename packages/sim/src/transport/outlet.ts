import type { Message } from "./message.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import { RateLimit } from "./rate-limit.ts";
import type { Sender } from "./sender.ts";
import type { Topic, Want } from "./topic.ts";

export interface OutletDesc extends Want {
  readonly id: number;
  readonly peer: Neighbour;
  readonly topic: Topic;
  readonly nowMs: (() => number) | undefined;
}

/**
 * A peer's subscription to a topic of this bus. While the window of the link is full, it keeps the newest messages and
 * counts the rest.
 */
export class Outlet implements Want {
  readonly id: number;
  readonly peer: Neighbour;
  readonly topic: Topic;
  /** Messages lost since the last one that was sent, here or on the way here. */
  gap = 0;
  readonly #sender: Sender;
  readonly #nowMs: (() => number) | undefined;
  #queue = 0;
  #maxRateHz = 0;
  #limit: RateLimit | undefined;
  #waiting: { readonly message: Message; readonly bytes: number }[] = [];

  constructor(sender: Sender, desc: OutletDesc) {
    this.#sender = sender;
    this.id = desc.id;
    this.peer = desc.peer;
    this.topic = desc.topic;
    this.#nowMs = desc.nowMs;
    this.change(desc);
  }

  get queue(): number {
    return this.#queue;
  }

  get maxRateHz(): number {
    return this.#maxRateHz;
  }

  change({ queue, maxRateHz }: Want): void {
    this.#queue = queue;
    if (maxRateHz === this.#maxRateHz) return;
    this.#maxRateHz = maxRateHz;
    this.#limit = maxRateHz === 0 ? undefined : new RateLimit(maxRateHz);
  }

  offer(message: Message): void {
    if (this.#limit !== undefined && this.#nowMs !== undefined && !message.latched) {
      if (!this.#limit.accept(this.#nowMs(), message.origin !== undefined)) return;
    }
    if (this.#waiting.length === 0 && this.#sender.isOpen) this.#sender.send(this, message);
    else this.#keep(message);
  }

  /** Sends the oldest waiting message. Returns whether more are waiting. */
  release(): boolean {
    const oldest = this.#shift();
    if (oldest !== undefined) this.#sender.send(this, oldest);
    return this.#waiting.length > 0;
  }

  /** Drops the waiting messages, because the peer has unsubscribed or gone. */
  discard(): void {
    while (this.#shift() !== undefined);
    this.#sender.forget(this);
  }

  lost(count: number): void {
    this.gap += count;
    this.topic.dropped += count;
  }

  #keep(message: Message): void {
    // A value that is not encoded yet is not measured: encoding a message that may be dropped is just the cost that a
    // slow reader must not cause.
    const bytes = message.encodedLength;
    this.#waiting.push({ message, bytes });
    this.#sender.waitingBytes += bytes;
    this.#sender.wait(this);
    while (this.#waiting.length > Math.max(1, this.#queue) || (this.#waiting.length > 1 && this.#sender.isOverfull)) {
      this.#shift();
      this.lost(1);
    }
  }

  #shift(): Message | undefined {
    const oldest = this.#waiting.shift();
    if (oldest === undefined) return undefined;
    this.#sender.waitingBytes -= oldest.bytes;
    return oldest.message;
  }
}
