import type { MessageOf } from "@orrery/msgs";
import type { Bus } from "./bus.ts";
import { ANY_TYPE, type Message } from "./message.ts";
import type { Holder } from "./node.ts";
import { Publisher, type PublisherOptions } from "./publisher.ts";
import { Subscription, type MessageHandler, type SubscriptionOptions } from "./subscription.ts";
import type { Topic } from "./topic.ts";
import { TransportError } from "./transport-error.ts";
import type { WorkQueue } from "./work-queue.ts";

/** The publishers and subscriptions of one bus itself, without its neighbours. */
export class LocalTopics {
  readonly #bus: Bus;
  readonly #work: WorkQueue;
  readonly #clockMs: () => number | undefined;

  /** `clockMs` is the clock for rate limits of subscriptions. */
  constructor(bus: Bus, work: WorkQueue, clockMs: () => number | undefined) {
    this.#bus = bus;
    this.#work = work;
    this.#clockMs = clockMs;
  }

  advertise<Type extends string>(
    name: string,
    type: Type,
    holder: Holder,
    options: PublisherOptions,
  ): Publisher<MessageOf<Type>> {
    const { codec, topicTable } = this.#bus;
    if (!codec.has(type)) throw new TransportError(`topic "${name}": message type "${type}" is not known`);
    this.#checkType(name, type);
    return this.#work.batch(() => {
      const topic = topicTable.open(name);
      const publisher = new Publisher<MessageOf<Type>>(this.#bus, topic, type, holder, options);
      topic.publishers = [...topic.publishers, publisher];
      topicTable.update(topic);
      return publisher;
    });
  }

  /** Removes a publisher. Its earlier publications are delivered first, because neighbours forget a withdrawn topic. */
  unadvertise(topic: Topic, publisher: object): void {
    this.#work.afterRound(() =>
      this.#work.batch(() => {
        topic.publishers = topic.publishers.filter((other) => other !== publisher);
        const kept = topic.publishers.some((other) => other.latched);
        if (!kept && topic.latched?.origin === undefined) topic.latched = undefined;
        this.#bus.topicTable.update(topic);
      }),
    );
  }

  subscribe<Type extends string>(
    name: string,
    type: Type,
    handler: MessageHandler<MessageOf<Type>>,
    holder: Holder,
    options: SubscriptionOptions,
  ): Subscription {
    const { topicTable, deferred } = this.#bus;
    if (type !== ANY_TYPE) this.#checkType(name, type);
    const take = (message: Message): unknown => (message.isOf(type) ? handler(message) : undefined);
    const subscription = new Subscription(name, type, take, holder, options, {
      clock: this.#clockMs,
      report: (report) => this.#bus.report(report),
      cutsOff: !deferred,
      remove: (gone) => this.#work.batch(() => this.#unsubscribe(name, gone)),
    });
    this.#work.batch(() => {
      const topic = topicTable.open(name);
      topic.subscriptions = [...topic.subscriptions, subscription];
      topicTable.update(topic);
      // In a simulation, a late subscriber must not receive anything that a restored run would lack: latched messages
      // are not part of the state.
      if (topic.latched !== undefined && !deferred) this.#greet(topic, subscription);
    });
    return subscription;
  }

  #unsubscribe(name: string, subscription: Subscription): void {
    const { topicTable } = this.#bus;
    const topic = topicTable.get(name);
    if (topic === undefined) return;
    topic.subscriptions = topic.subscriptions.filter((other) => other !== subscription);
    topicTable.update(topic);
  }

  /**
   * Delivers the latched message, but never within `subscribe`: the handler may use the subscription, which has not
   * been returned yet.
   */
  #greet(topic: Topic, subscription: Subscription): void {
    const greet = () => {
      if (topic.latched !== undefined) subscription.deliverLatched(topic.latched);
    };
    void Promise.resolve().then(() => this.#work.push(greet));
  }

  #checkType(name: string, type: string): void {
    const topic = this.#bus.topicTable.get(name);
    if (topic === undefined) return;
    // Announcements of clients must not stop a system of the simulation from loading.
    const has = this.#bus.deferred ? topic.localType : topic.type;
    const { codec } = this.#bus;
    if (has !== "" && codec.nameOf(has) !== codec.nameOf(type))
      throw new TransportError(`topic "${name}" has type ${has}, not ${type}`);
  }
}
