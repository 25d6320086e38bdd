import type { Message } from "./message.ts";
import type { Holder } from "./node.ts";
import { RateLimit } from "./rate-limit.ts";
import { textOf } from "../base/error-text.ts";
import { TransportError } from "./transport-error.ts";
import type { BusReport } from "./transport-error.ts";

export interface SubscriptionOptions {
  /**
   * How many messages may wait for a slow link: only the newest, or this many before the oldest is dropped. Default
   * 1000.
   */
  readonly queue?: "latest" | number;
  /**
   * Messages beyond this rate are skipped, and do not count as dropped; those of a latched topic never are skipped.
   * Measured by the sender's clock over links, by simulated time in a deferred bus. The limit is not part of a world's
   * state, so what a system writes into components must not depend on it.
   */
  readonly maxRateHz?: number;
  /** Skips messages published by sessions: only the host's own count. */
  readonly hostOnly?: boolean;
}

export type MessageHandler<T extends object = object> = (message: Message<T>) => void;

export interface SubscriptionParts {
  /** Returns milliseconds, or `undefined` if the bus has no clock; then only senders limit rates. */
  readonly clock: () => number | undefined;
  readonly report: (report: BusReport) => void;
  readonly remove: (subscription: Subscription) => void;
  /**
   * Whether a handler that always fails is unsubscribed. Not in a simulation, because a restored run would not know.
   */
  readonly cutsOff: boolean;
}

/** A handler's subscription to one topic of its own bus. */
export class Subscription implements Disposable {
  readonly topic: string;
  /** Empty if it accepts messages of any type. */
  readonly type: string;
  /** Number of messages that may wait at a link; 0 keeps only the newest. */
  readonly queue: number;
  /** 0 means no limit. */
  readonly maxRateHz: number;
  /** Messages lost on the way because a bus in between was too slow. */
  dropped = 0;
  readonly #handler: (message: Message) => unknown;
  readonly #holder: Holder;
  readonly #parts: SubscriptionParts;
  readonly #limit: RateLimit | undefined;
  readonly #hostOnly: boolean;
  #received = false;
  #disposed = false;
  #throwsInARow = 0;

  constructor(
    topic: string,
    type: string,
    handler: (message: Message) => unknown,
    holder: Holder,
    options: SubscriptionOptions,
    parts: SubscriptionParts,
  ) {
    const { queue = DEFAULT_QUEUE, maxRateHz = 0, hostOnly = false } = options;
    if (queue !== "latest" && !(Number.isInteger(queue) && queue > 0)) {
      throw new TransportError(`subscription to "${topic}": queue must be "latest" or a count above 0, not ${queue}`);
    }
    if (!(maxRateHz >= 0 && maxRateHz < Infinity)) {
      throw new TransportError(`subscription to "${topic}": maxRateHz must be a rate above 0, not ${maxRateHz}`);
    }
    this.topic = topic;
    this.type = type;
    this.queue = queue === "latest" ? 0 : queue;
    this.maxRateHz = maxRateHz;
    this.#handler = handler;
    this.#holder = holder;
    this.#parts = parts;
    this.#limit = maxRateHz === 0 ? undefined : new RateLimit(maxRateHz);
    this.#hostOnly = hostOnly;
  }

  /** Delivers the stored message of a latched topic, unless a newer one arrived first. */
  deliverLatched(message: Message): void {
    if (!this.#received) this.deliver(message);
  }

  deliver(message: Message): void {
    if (this.#disposed || (this.#hostOnly && message.caller !== "")) return;
    if (this.#limit !== undefined && !message.latched) {
      const nowMs = this.#parts.clock();
      if (nowMs !== undefined && !this.#limit.accept(nowMs, message.origin !== undefined)) return;
    }
    this.#received = true;
    try {
      const result = this.#handler(message);
      this.#throwsInARow = 0;
      // Otherwise the failure of an async handler would end the process as an unhandled rejection.
      if (result instanceof Promise) result.catch((error: unknown) => this.#report("subscriber", error));
    } catch (error) {
      this.#failed(message, error);
    }
  }

  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#holder.forget(this);
    this.#parts.remove(this);
  }

  #failed(message: Message, error: unknown): void {
    // Undecodable bytes are the sender's fault; a stranger must not be able to unsubscribe a handler with them.
    if (message.undecodable) return this.#report("codec", error);
    this.#report("subscriber", error);
    if (!this.#parts.cutsOff || ++this.#throwsInARow < MAX_THROWS) return;
    this.#report("cut-off", error);
    this[Symbol.dispose]();
  }

  #report(kind: "subscriber" | "codec" | "cut-off", cause: unknown): void {
    const end = kind === "cut-off" ? `, ${MAX_THROWS} times in a row: it gets no further messages` : "";
    const { owner } = this.#holder;
    const message = `subscriber "${owner}" of "${this.topic}" failed${end}: ${textOf(cause)}`;
    this.#parts.report({ kind, message, name: this.topic, owner, cause });
  }
}

/** Like Gazebo's high-water mark. */
const DEFAULT_QUEUE = 1000;

/** A handler that always fails would fill the log. */
const MAX_THROWS = 100;
