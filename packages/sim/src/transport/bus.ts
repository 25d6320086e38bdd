import { assertNever } from "../base/assert-never.ts";
import { Emitter } from "../base/emitter.ts";
import { Replay } from "../base/replay.ts";
import type { MessageOf } from "@orrery/msgs";
import { callerOf, type Caller } from "./caller.ts";
import type { Codec } from "./codec.ts";
import { Inbox, ownCopy } from "./inbox.ts";
import type { Input, InputSource } from "./inbox.ts";
import { ANY_TYPE, Message, PLAIN } from "./message.ts";
import { Namespaces } from "./namespaces.ts";
import { isRefusal } from "./refusal.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { Holder } from "./node.ts";
import { Publisher } from "./publisher.ts";
import type { PublisherOptions } from "./publisher.ts";
import { Requests } from "./requests.ts";
import type { LocalService } from "./service.ts";
import { ServiceTable } from "./service-table.ts";
import { Subscription } from "./subscription.ts";
import type { MessageHandler, SubscriptionOptions } from "./subscription.ts";
import type { Topic } from "./topic.ts";
import { TopicTable } from "./topic-table.ts";
import { RequestError, textOf, TransportError } from "./transport-error.ts";
import type { BusReport } from "./transport-error.ts";
import { WorkQueue } from "./work-queue.ts";
import type { Job } from "./work-queue.ts";

export interface BusOptions {
  readonly codec: Codec;
  /** How neighbours see this bus in reports and lists. */
  readonly name?: string;
  /**
   * For a simulation thread: publications wait for `flush`, and what comes from links waits in `inbox` for `deliver`, so that the
   * runner decides the order of everything that touches the world. Otherwise everything is delivered at once.
   */
  readonly deferred?: boolean;
  /** Wall clock in milliseconds, for rate limits of remote subscriptions; without it they are not applied here. */
  readonly nowMs?: () => number;
  /** Calls back a few milliseconds later. A gateway sets it: its clients hear of each other's topics then, and not at once. */
  readonly later?: (work: () => void) => void;
  readonly onError?: (report: BusReport) => void;
  /** While it is on, neighbours get neither messages nor requests: these went out long ago. */
  readonly replay?: Replay;
  /** How many messages and requests handlers may add to one round of delivery before it counts as a loop. */
  readonly maxCascade?: number;
}

export interface Publication extends Caller {
  readonly latched: boolean;
  /** Messages dropped since the previous one. */
  readonly gap: number;
  readonly bytes: Uint8Array;
}

/** The topics and services of one thread. Systems and clients use it through a Node; peers connect it to other buses. */
export class Bus implements Disposable {
  readonly codec: Codec;
  readonly name: string;
  readonly deferred: boolean;
  readonly nowMs: (() => number) | undefined;
  readonly inbox: Inbox;
  readonly namespaces = new Namespaces();
  readonly topicTable: TopicTable;
  readonly serviceTable: ServiceTable;
  readonly requests: Requests;
  /** Fires after topics, services, their types or their users have changed, here or at a neighbour. */
  readonly changes: Emitter<void>;
  readonly replay: Replay;

  readonly #onError: (report: BusReport) => void;
  readonly #maxCascade: number;
  readonly #work: WorkQueue;
  readonly #neighbours = new Set<Neighbour>();
  readonly #unsent = new Set<Neighbour>();
  #changed = false;
  #simTimeMs = 0;
  /** Handlers that have failed. */
  #failures = 0;

  constructor({
    codec,
    name = "",
    deferred = false,
    nowMs,
    later,
    onError,
    replay = new Replay(),
    maxCascade = 10_000,
  }: BusOptions) {
    this.codec = codec;
    this.name = name;
    this.deferred = deferred;
    this.replay = replay;
    this.nowMs = nowMs;
    this.#onError = onError ?? ((report) => console.error(report.message));
    this.#maxCascade = maxCascade;
    this.#work = new WorkQueue({
      deferred,
      maxCascade,
      deliver: (message) => this.#distribute(message),
      onLoop: (rest) => this.#reportLoop(rest),
      onSettled: () => this.#send(),
    });
    const shared = {
      neighbours: this.#neighbours,
      namespaces: this.namespaces,
      onChange: () => {
        this.#changed = true;
      },
      onConflict: (about: string, message: string) => this.report({ kind: "conflict", name: about, message }),
    };
    this.topicTable = new TopicTable({ ...shared, later, batch: (work) => this.batch(work) });
    this.serviceTable = new ServiceTable({ ...shared, localWins: deferred });
    this.requests = new Requests(this, this.#work);
    this.changes = new Emitter((cause) => this.report({ kind: "watcher", message: textOf(cause), cause }));
    this.inbox = new Inbox({
      onConsumed: (origin, bytes) => this.batch(() => origin.consumed(bytes)),
      onOverflow: (input, source, reason) => this.#turnAway(input, source, reason),
    });
  }

  get neighbours(): ReadonlySet<Neighbour> {
    return this.#neighbours;
  }

  report(report: BusReport): void {
    if (isFailure(report)) this.#failures++;
    this.#onError(report);
  }

  /** Runs work that may publish or write frames, then delivers and sends everything at once. */
  batch<T>(work: () => T): T {
    return this.#work.batch(work);
  }

  /**
   * Delivers what was published since the last flush, in order, and what handlers publish meanwhile. `simTimeNs` is the clock for
   * rate limits of local subscriptions.
   */
  flush(simTimeNs: number): void {
    this.#simTimeMs = simTimeNs / 1e6;
    this.#work.drain();
  }

  /**
   * Lets an input take effect: its handlers run now, what they publish waits for the flush. Returns whether it was taken: no handler
   * failed, and a request was not refused at once.
   */
  deliver(input: Input): boolean {
    const source = this.inbox.claimSource(input);
    const failures = this.#failures;
    let isRefused = false;
    this.batch(() => {
      switch (input.kind) {
        case "message": {
          const { topic, type, bytes, latched } = input;
          const traits = { latched, origin: source?.origin, ...callerOf(input) };
          return this.#distribute(Message.ofBytes(this.codec, topic, type, bytes, traits));
        }
        case "request":
          return this.requests.deliver(input, (answer, late) => {
            isRefused = !late && isRefusal(answer);
            source?.reply?.(answer);
          });
        case "answer": {
          const payload = Message.ofBytes(this.codec, input.service, input.type, input.bytes, PLAIN);
          return this.requests.settle(input.id, { ok: true, payload });
        }
        case "failure": {
          const error = new RequestError(input.code, input.service, input.text);
          return this.requests.settle(input.id, { ok: false, error });
        }
        default:
          return assertNever(input);
      }
    });
    return !isRefused && this.#failures === failures;
  }

  /** Answers a waiting request with a refusal instead of delivering it. A message is simply not delivered. */
  refuse(input: Input, reason: string): void {
    this.#turnAway(input, this.inbox.claimSource(input), reason);
  }

  advertise<Type extends string>(
    name: string,
    type: Type,
    holder: Holder,
    options: PublisherOptions,
  ): Publisher<MessageOf<Type>> {
    if (!this.codec.has(type)) throw new TransportError(`topic "${name}": message type "${type}" is not known`);
    this.#checkType(name, type);
    return this.batch(() => {
      const topic = this.topicTable.open(name);
      const publisher = new Publisher<MessageOf<Type>>(this, topic, type, holder, options);
      topic.publishers = [...topic.publishers, publisher];
      this.topicTable.update(topic);
      return publisher;
    });
  }

  /** Removes a publisher. What it published before is delivered first: neighbours forget a withdrawn topic. */
  unadvertise(topic: Topic, publisher: object): void {
    this.#work.afterRound(() =>
      this.batch(() => {
        topic.publishers = topic.publishers.filter((other) => other !== publisher);
        const kept = topic.publishers.some((other) => other.latched);
        if (!kept && topic.latched?.origin === undefined) topic.latched = undefined;
        this.topicTable.update(topic);
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
    if (type !== ANY_TYPE) this.#checkType(name, type);
    const take = (message: Message): unknown => (message.isOf(type) ? handler(message) : undefined);
    const subscription = new Subscription(name, type, take, holder, options, {
      clock: () => (this.deferred ? this.#simTimeMs : this.nowMs?.()),
      report: (report) => this.report(report),
      cutsOff: !this.deferred,
      remove: (gone) => this.batch(() => this.#unsubscribe(name, gone)),
    });
    this.batch(() => {
      const topic = this.topicTable.open(name);
      topic.subscriptions = [...topic.subscriptions, subscription];
      this.topicTable.update(topic);
      // In a simulation, a late subscriber must not hear what a restored run would not know: latched messages are not part of the state.
      if (topic.latched !== undefined && !this.deferred) this.#greet(topic, subscription);
    });
    return subscription;
  }

  offer(name: string, local: LocalService, holder: Holder): Disposable {
    for (const type of [local.request, local.response]) {
      if (!this.codec.has(type)) throw new TransportError(`service "${name}": message type "${type}" is not known`);
    }
    const offered = this.batch(() => this.serviceTable.offer(name, local));
    const held: Disposable = {
      [Symbol.dispose]: () => {
        holder.forget(held);
        this.batch(() => offered[Symbol.dispose]());
      },
    };
    return held;
  }

  /**
   * Keeps a namespace for one world, until the result is disposed of: peers of other worlds do not see its names, and clients have no
   * more rights there than on the world's plain names. Throws when it is no namespace, or in use.
   */
  claim(namespace: string): Disposable {
    // The names of the server itself are plain, too.
    const used =
      namespace === "" ? undefined : (this.topicTable.usedIn(namespace) ?? this.serviceTable.usedIn(namespace));
    if (used !== undefined)
      throw new TransportError(`the namespace "${namespace}" is in use: there is "${used}" already`);
    this.namespaces.add(namespace);
    this.#reassign(namespace);
    return {
      [Symbol.dispose]: () => {
        this.namespaces.delete(namespace);
        this.#reassign(namespace);
      },
    };
  }

  /** Queues a message of this bus for delivery. */
  post(message: Message): void {
    this.#work.push(message);
  }

  join(neighbour: Neighbour): void {
    this.#neighbours.add(neighbour);
    this.topicTable.joined(neighbour);
    this.serviceTable.joined(neighbour);
    this.#changed = true;
  }

  leave(neighbour: Neighbour): void {
    this.#neighbours.delete(neighbour);
    this.#unsent.delete(neighbour);
    this.topicTable.left(neighbour);
    this.serviceTable.left(neighbour);
    this.#changed = true;
  }

  /** Notes that a neighbour has written frames: they are sent when the present batch ends, or now. */
  wrote(neighbour: Neighbour): void {
    this.#unsent.add(neighbour);
    this.#work.touch();
  }

  /** Takes a publication that came from a neighbour. */
  arrived(origin: Neighbour, topic: Topic, type: string, publication: Publication): void {
    const { latched, gap, bytes } = publication;
    topic.countGap(gap, origin);
    if (this.deferred) {
      const who = callerOf(publication);
      const input: Input = { kind: "message", topic: topic.name, type, latched, ...who, bytes: ownCopy(bytes) };
      this.inbox.push(input, { origin, reply: undefined });
    } else {
      this.#work.push(
        Message.ofBytes(this.codec, topic.name, type, bytes, { latched, origin, ...callerOf(publication) }),
      );
      origin.consumed(bytes.length);
    }
  }

  [Symbol.dispose](): void {
    for (const neighbour of [...this.#neighbours]) neighbour.close("the bus was disposed of");
  }

  #reassign(namespace: string): void {
    this.batch(() => {
      this.topicTable.reassign(namespace);
      this.serviceTable.reassign(namespace);
    });
  }

  #distribute(message: Message): void {
    const topic = this.topicTable.get(message.topic);
    if (topic === undefined) return;
    if (message.latched) topic.latched = message;
    for (const subscription of topic.subscriptions) subscription.take(message);
    if (this.replay.isOn) return;
    for (const outlet of topic.outlets) if (outlet.peer !== message.origin) outlet.offer(message);
  }

  #turnAway(input: Input, source: InputSource | undefined, reason: string): void {
    if (input.kind === "message") this.topicTable.get(input.topic)?.countGap(1, source?.origin);
    if (input.kind !== "request") return;
    this.batch(() => source?.reply?.({ ok: false, error: new RequestError("refused", input.service, reason) }));
  }

  #send(): void {
    for (const neighbour of this.#unsent) {
      this.#unsent.delete(neighbour);
      neighbour.flush();
    }
    if (!this.#changed) return;
    this.#changed = false;
    this.changes.emit();
  }

  #unsubscribe(name: string, subscription: Subscription): void {
    const topic = this.topicTable.get(name);
    if (topic === undefined) return;
    topic.subscriptions = topic.subscriptions.filter((other) => other !== subscription);
    this.topicTable.update(topic);
  }

  /** Delivers the latched message, but never within `subscribe`: the handler may use what `subscribe` has not returned yet. */
  #greet(topic: Topic, subscription: Subscription): void {
    const greet = () => {
      if (topic.latched !== undefined) subscription.takeLatched(topic.latched);
    };
    if (this.deferred) this.#work.push(greet);
    else void Promise.resolve().then(() => this.#work.push(greet));
  }

  #checkType(name: string, type: string): void {
    const topic = this.topicTable.get(name);
    if (topic === undefined) return;
    // What clients announce must not stop a system of the simulation from loading.
    const has = this.deferred ? topic.localType : topic.type;
    if (has !== "" && has !== type) throw new TransportError(`topic "${name}" has type ${has}, not ${type}`);
  }

  #reportLoop(rest: readonly Job[]): void {
    const topics = new Set<string>();
    for (const job of rest) {
      if (typeof job === "function") continue;
      topics.add(job.topic);
      const topic = this.topicTable.get(job.topic);
      if (topic !== undefined) topic.dropped++;
    }
    const names = topics.size === 0 ? "requests" : [...topics].toSorted().join(", ");
    const message = `handlers keep answering each other (${names}): ${rest.length} dropped after ${this.#maxCascade} in one round`;
    this.report({ kind: "cascade", message, name: [...topics][0] });
  }
}

/** Returns whether a report is of a handler that failed, which depends on nothing but its input and the world. */
function isFailure({ kind }: BusReport): boolean {
  return kind === "subscriber" || kind === "codec" || kind === "answer";
}
