import { Emitter } from "../base/emitter.ts";
import { Replay } from "../base/replay.ts";
import { Arrivals, type Publication } from "./arrivals.ts";
import type { Codec } from "./codec.ts";
import type { Inbox, Input } from "./inbox.ts";
import { LocalTopics } from "./local-topics.ts";
import type { Message } from "./message.ts";
import { Namespaces } from "./namespaces.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { Holder } from "./node.ts";
import { Requests } from "./requests.ts";
import type { LocalService } from "./service.ts";
import { ServiceTable } from "./service-table.ts";
import type { Topic } from "./topic.ts";
import { TopicTable } from "./topic-table.ts";
import { textOf } from "../base/error-text.ts";
import { TransportError } from "./transport-error.ts";
import type { BusReport } from "./transport-error.ts";
import { WorkQueue } from "./work-queue.ts";
import type { Job } from "./work-queue.ts";

export interface BusOptions {
  readonly codec: Codec;
  /** The name of this bus in neighbours' reports and lists. */
  readonly name?: string;
  /**
   * For a simulation thread: publications wait for `flush`, and arrivals from links wait in `inbox` for `deliver`, so
   * that the runner determines the order of everything that affects the world. Otherwise everything is delivered at
   * once.
   */
  readonly deferred?: boolean;
  /** Wall clock in milliseconds, for rate limits of remote subscriptions; without it they are not applied here. */
  readonly nowMs?: () => number;
  /**
   * Calls back a few milliseconds later. A gateway sets it, so that its clients learn of each other's topics with that
   * delay.
   */
  readonly later?: (work: () => void) => void;
  readonly onError?: (report: BusReport) => void;
  /** While it is on, neighbours get neither messages nor requests: these were sent long ago. */
  readonly replay?: Replay;
  /** How many messages and requests handlers may add to one round of delivery before it counts as an endless loop. */
  readonly maxCascade?: number;
}

/**
 * The topics and services of one thread. Systems and clients use it through a Node; peers connect it to other buses.
 */
export class Bus implements Disposable {
  readonly codec: Codec;
  readonly name: string;
  readonly deferred: boolean;
  readonly nowMs: (() => number) | undefined;
  /** On a deferred bus, inputs that wait for the runner. */
  readonly inbox: Inbox;
  readonly namespaces = new Namespaces();
  readonly topicTable: TopicTable;
  readonly localTopics: LocalTopics;
  readonly serviceTable: ServiceTable;
  readonly requests: Requests;
  /** Emits after topics, services, their types or their users have changed, here or at a neighbour. */
  readonly changes: Emitter<void>;
  readonly replay: Replay;

  readonly #onError: (report: BusReport) => void;
  readonly #maxCascade: number;
  readonly #work: WorkQueue;
  readonly #arrivals: Arrivals;
  readonly #neighbours = new Set<Neighbour>();
  readonly #unsent = new Set<Neighbour>();
  #changed = false;
  #simTimeMs = 0;
  /** Number of handlers that have failed. */
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
    this.localTopics = new LocalTopics(this, this.#work, () => (deferred ? this.#simTimeMs : nowMs?.()));
    this.serviceTable = new ServiceTable({ ...shared, localWins: deferred });
    this.requests = new Requests(this, this.#work);
    this.changes = new Emitter((cause) => this.report({ kind: "watcher", message: textOf(cause), cause }));
    this.#arrivals = new Arrivals({
      bus: this,
      work: this.#work,
      distribute: (message) => this.#distribute(message),
      failures: () => this.#failures,
    });
    this.inbox = this.#arrivals.inbox;
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
   * Delivers everything published since the last flush, in order, and what handlers publish meanwhile. `simTimeNs` is
   * the clock for rate limits of local subscriptions.
   */
  flush(simTimeNs: number): void {
    this.#simTimeMs = simTimeNs / 1e6;
    this.#work.drain();
  }

  /**
   * Lets an input take effect: its handlers run now, and what they publish waits for the flush. Returns whether it was
   * accepted: no handler failed, and a request was not refused at once.
   */
  deliver(input: Input): boolean {
    return this.#arrivals.deliver(input);
  }

  /** Refuses a waiting request instead of delivering it; a message is simply not delivered. */
  refuse(input: Input, reason: string): void {
    this.#arrivals.refuse(input, reason);
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
   * Reserves a namespace for one world, until the result is disposed of: peers of other worlds do not see its names,
   * and clients have no more rights there than on plain names of a world. Throws if the namespace is invalid or in use.
   */
  claim(namespace: string): Disposable {
    // Names of the server itself are plain too.
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

  /** Records that a neighbour has written frames: they are sent when the present batch ends, or now. */
  wrote(neighbour: Neighbour): void {
    this.#unsent.add(neighbour);
    this.#work.touch();
  }

  /** Handles a publication from a neighbour. */
  arrived(origin: Neighbour, topic: Topic, type: string, publication: Publication): void {
    this.#arrivals.publication(origin, topic, type, publication);
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
    for (const subscription of topic.subscriptions) subscription.deliver(message);
    if (this.replay.isOn) return;
    for (const tap of topic.taps) tap.take(message);
    for (const outlet of topic.outlets) if (outlet.peer !== message.origin) outlet.offer(message);
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

/** Returns whether a report is about a failed handler. Its failure depends only on its input and the world. */
function isFailure({ kind }: BusReport): boolean {
  return kind === "subscriber" || kind === "codec" || kind === "answer";
}
