import type { Bus } from "./bus.ts";
import { LATCHED, Message, PLAIN } from "./message.ts";
import type { Holder } from "./node.ts";
import type { Topic } from "./topic.ts";
import { TransportError } from "./transport-error.ts";

export interface PublisherOptions {
  /** Whether later subscribers get the last message first. */
  readonly latched?: boolean;
}

/** The right to publish on one topic. */
export class Publisher<T extends object = object> implements Disposable {
  readonly topic: string;
  readonly type: string;
  readonly latched: boolean;
  readonly #bus: Bus;
  readonly #holder: Holder;
  readonly #topic: Topic;
  #disposed = false;

  constructor(bus: Bus, topic: Topic, type: string, holder: Holder, { latched = false }: PublisherOptions) {
    this.#bus = bus;
    this.#topic = topic;
    this.topic = topic.name;
    this.type = type;
    this.#holder = holder;
    this.latched = latched;
  }

  /**
   * Whether anybody is subscribed. Cheap to check before building a message that may interest nobody. The state of the
   * world must not depend on it.
   */
  get hasSubscribers(): boolean {
    return this.#topic.hasSinks;
  }

  /** Publishes a value, which then belongs to the bus: a later change to it might be sent. */
  publish(value: T): void {
    if (this.#isIdle()) return;
    const traits = this.latched ? LATCHED : PLAIN;
    this.#bus.post(Message.ofValue(this.#bus.codec, this.topic, this.type, value, traits));
  }

  /** Publishes an encoded message, for bridges and logs. */
  publishBytes(bytes: Uint8Array): void {
    if (this.#isIdle()) return;
    const traits = this.latched ? LATCHED : PLAIN;
    this.#bus.post(Message.ofBytes(this.#bus.codec, this.topic, this.type, bytes, traits));
  }

  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#holder.forget(this);
    this.#bus.localTopics.unadvertise(this.#topic, this);
  }

  #isIdle(): boolean {
    if (this.#disposed) throw new TransportError(`publisher of "${this.topic}" was disposed of`);
    return !this.latched && !this.#topic.hasSinks;
  }
}
