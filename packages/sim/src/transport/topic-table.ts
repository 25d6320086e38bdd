import { ClientAnnouncements } from "./wire/client-announcements.ts";
import { HostNames, isBelow, type Namespaces } from "./namespaces.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import { Topic, type Tap } from "./topic.ts";
import type { Announcement } from "./topic-census.ts";

export interface TopicInfo {
  readonly name: string;
  /** Empty while the topic only has subscribers without a type. */
  readonly type: string;
  /** Publishers of this bus, plus one for each neighbour with publishers. */
  readonly publishers: number;
  readonly subscribers: number;
  /** Whether a neighbour that is not a client subscribes. On a page: the world, or its server. */
  readonly hostSubscribes: boolean;
  /** Messages that a subscription lost on this bus or before it. */
  readonly dropped: number;
}

export interface TopicTableOptions {
  readonly neighbours: ReadonlySet<Neighbour>;
  readonly namespaces: Namespaces;
  readonly onChange: () => void;
  readonly onConflict: (topic: string, text: string) => void;
  /** Calls back a few milliseconds later; without it, clients learn at once what other clients do. */
  readonly later?: ((work: () => void) => void) | undefined;
  readonly batch: (work: () => void) => void;
}

/**
 * The topics of one bus. Code that changes a topic must call `update`, which informs the neighbours and removes idle
 * topics.
 */
export class TopicTable {
  readonly #topics = new Map<string, Topic>();
  readonly #hostNames: HostNames;
  readonly #options: TopicTableOptions;
  readonly #late: ClientAnnouncements | undefined;
  #taps: readonly Tap[] = [];

  constructor(options: TopicTableOptions) {
    this.#options = options;
    const { neighbours, namespaces, later, batch } = options;
    this.#hostNames = new HostNames(namespaces);
    const get = (name: string): Topic | undefined => this.#topics.get(name);
    const onInformed = (topic: Topic): void => this.#forgetIdle(topic);
    this.#late = later && new ClientAnnouncements({ neighbours, later, batch, get, onInformed });
  }

  get size(): number {
    return this.#topics.size;
  }

  get(name: string): Topic | undefined {
    return this.#topics.get(name);
  }

  /** Returns the topic, created if necessary; the caller adds something to it and calls `update`. */
  open(name: string): Topic {
    let topic = this.#topics.get(name);
    if (topic === undefined) {
      topic = new Topic(name, this.#hostNames.has(name));
      topic.taps = this.#taps.filter((tap) => tap.accepts(name));
      this.#topics.set(name, topic);
    }
    return topic;
  }

  /** Lets a tap observe topics, beginning with what they have latched, until the result is disposed of. */
  tap(tap: Tap): Disposable {
    this.#taps = [...this.#taps, tap];
    for (const topic of this.#topics.values()) {
      if (!tap.accepts(topic.name)) continue;
      topic.taps = [...topic.taps, tap];
      if (topic.latched !== undefined) tap.take(topic.latched);
    }
    return {
      [Symbol.dispose]: () => {
        this.#taps = this.#taps.filter((other) => other !== tap);
        for (const topic of this.#topics.values()) topic.taps = topic.taps.filter((other) => other !== tap);
      },
    };
  }

  /**
   * Informs neighbours of a change. `by` is the neighbour that made it. Other clients learn of a client's change a
   * little later, unless they publish on the topic.
   */
  update(topic: Topic, by?: Neighbour): void {
    this.#refuseMisfits(topic);
    const isLate = this.#late !== undefined && by?.isClient === true;
    for (const neighbour of this.#options.neighbours) {
      const isSoon = !isLate || neighbour === by || !neighbour.isClient || topic.acceptsFrom(neighbour);
      if (isSoon) neighbour.syncTopic(topic);
    }
    if (isLate) this.#late?.add(topic);
    this.#forgetIdle(topic);
    this.#options.onChange();
  }

  /** Records that a neighbour announced the topic, or withdrew it. */
  announced(neighbour: Neighbour, name: string, announcement: Announcement | undefined): void {
    const topic = announcement === undefined ? this.#topics.get(name) : this.open(name);
    if (topic === undefined) return;
    topic.setAnnouncement(neighbour, announcement);
    if (announcement?.latched !== true && topic.latched?.origin === neighbour) topic.latched = undefined;
    this.update(topic, neighbour);
  }

  /** Records that a neighbour has been told that a name exists, or that it is gone. */
  informed(neighbour: Neighbour, name: string, isThere: boolean): void {
    if (neighbour.isClient) this.#late?.informed(name, isThere);
  }

  /** Number of names that clients still have to be told about. */
  get waitingAnnouncements(): number {
    return this.#late?.size ?? 0;
  }

  joined(neighbour: Neighbour): void {
    for (const topic of this.#topics.values()) neighbour.syncTopic(topic);
  }

  left(neighbour: Neighbour): void {
    if (!neighbour.isClient) this.#reserveNamesOf(neighbour);
    for (const topic of [...this.#topics.values()]) {
      const outlets = topic.outlets.filter((outlet) => outlet.peer !== neighbour);
      const known = topic.setAnnouncement(neighbour, undefined) || topic.refused.has(neighbour);
      if (!known && outlets.length === topic.outlets.length) continue;
      topic.outlets = outlets;
      topic.refused.delete(neighbour);
      if (topic.latched?.origin === neighbour) topic.latched = undefined;
      this.update(topic, neighbour);
    }
  }

  /** Returns a topic in a namespace that the host already uses, here or in another thread. */
  usedIn(namespace: string): string | undefined {
    for (const { name, publishers, subscriptions, announcements } of this.#topics.values()) {
      if (!isBelow(namespace, name)) continue;
      if (publishers.length > 0 || subscriptions.length > 0 || hasHost(announcements.keys())) return name;
    }
    return undefined;
  }

  /** Must be called after a namespace was added or removed, because its names then have a different owner. */
  reassign(namespace: string): void {
    this.#hostNames.forget(namespace);
    for (const topic of [...this.#topics.values()]) {
      if (!isBelow(namespace, topic.name)) continue;
      topic.isReserved = this.#hostNames.has(topic.name);
      this.update(topic);
    }
  }

  list(): TopicInfo[] {
    return [...this.#topics.values()].map(describe).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #forgetIdle(topic: Topic): void {
    if (topic.isIdle && this.#topics.get(topic.name) === topic) this.#topics.delete(topic.name);
  }

  #refuseMisfits(topic: Topic): void {
    for (const [neighbour, announcement] of topic.announcements) {
      const text = misfitText(topic, neighbour, announcement);
      if (text === undefined) {
        topic.refused.delete(neighbour);
      } else if (!topic.refused.has(neighbour)) {
        topic.refused.add(neighbour);
        neighbour.conflict(topic.name, text);
        this.#options.onConflict(topic.name, text);
      }
    }
  }

  #reserveNamesOf(host: Neighbour): void {
    const published = [...this.#topics.values()].filter((topic) => topic.announcements.get(host)?.published === true);
    const own = published.filter((topic) => topic.isHostOnly);
    for (const topic of own) topic.isReserved = true;
    this.#hostNames.keep(
      host.namespace,
      own.map(({ name }) => name),
    );
  }
}

function hasHost(neighbours: Iterable<Neighbour>): boolean {
  for (const { isClient } of neighbours) if (!isClient) return true;
  return false;
}

/** Returns why a neighbour's announcement is ignored, or partly ignored. */
function misfitText(topic: Topic, neighbour: Neighbour, announcement: Announcement): string | undefined {
  if (!topic.fits(announcement)) {
    return `topic "${topic.name}" has type ${topic.type} here; the ${announcement.type} of "${neighbour.name}" is ignored`;
  }
  if (!announcement.published || topic.acceptsFrom(neighbour)) return undefined;
  return `to publish on "${topic.name}" is for the server and its world alone; what "${neighbour.name}" publishes is ignored`;
}

function describe(topic: Topic): TopicInfo {
  const publishing = [...topic.announcements.keys()].filter((neighbour) => topic.acceptsFrom(neighbour)).length;
  const listening = new Set<Neighbour>(topic.outlets.map((outlet) => outlet.peer));
  let hostSubscribes = false;
  for (const [neighbour, announcement] of topic.announcements) {
    if (!announcement.subscribed) continue;
    listening.add(neighbour);
    hostSubscribes ||= !neighbour.isClient && topic.fits(announcement);
  }
  return {
    name: topic.name,
    type: topic.type,
    publishers: topic.publishers.length + publishing,
    subscribers: topic.subscriptions.length + listening.size,
    hostSubscribes,
    dropped: topic.dropped,
  };
}
