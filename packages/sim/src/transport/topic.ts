import type { Message } from "./message.ts";
import type { Neighbour } from "./wire/neighbour.ts";
import type { Outlet } from "./outlet.ts";
import type { Publisher } from "./publisher.ts";
import type { Subscription } from "./subscription.ts";
import { countOthers, fitsType, takeCensus, accepts, type Announcement, type Census } from "./topic-census.ts";

/**
 * What a bus requests from a neighbour that publishes: room for `queue` waiting messages (0: only the newest); 0 Hz
 * means no limit.
 */
export interface Want {
  readonly queue: number;
  readonly maxRateHz: number;
}

/**
 * Observes topics of a bus, for recordings. Unlike a subscription it changes nothing: neither who may publish, nor what
 * is requested from neighbours.
 */
export interface Tap {
  accepts(topic: string): boolean;
  /** Gets each message when it is distributed. */
  take(message: Message): void;
}

/**
 * Everything that one bus knows about one topic. Lists are replaced rather than changed, so that a delivery continues
 * with those it began with. Announcements are counted once per change: hundreds of clients may share a topic, and each
 * is informed.
 */
export class Topic {
  readonly name: string;
  /** Neighbours' subscriptions to this bus. */
  outlets: readonly Outlet[] = [];
  /** Neighbours that were told that their announcement does not fit. */
  readonly refused = new Set<Neighbour>();
  /** The last message, kept for later subscribers. */
  latched: Message | undefined;
  /** Messages dropped here or on the way here, for any subscription. */
  dropped = 0;
  /** Observers of its messages, which do not count as subscribers. */
  taps: readonly Tap[] = [];

  readonly #announcements = new Map<Neighbour, Announcement>();
  #publishers: readonly Publisher[] = [];
  #subscriptions: readonly Subscription[] = [];
  #isReserved: boolean;
  #census: Census | undefined;

  constructor(name: string, isReserved: boolean) {
    this.name = name;
    this.#isReserved = isReserved;
  }

  get publishers(): readonly Publisher[] {
    return this.#publishers;
  }

  set publishers(publishers: readonly Publisher[]) {
    this.#publishers = publishers;
    this.#census = undefined;
  }

  get subscriptions(): readonly Subscription[] {
    return this.#subscriptions;
  }

  set subscriptions(subscriptions: readonly Subscription[]) {
    this.#subscriptions = subscriptions;
    this.#census = undefined;
  }

  get announcements(): ReadonlyMap<Neighbour, Announcement> {
    return this.#announcements;
  }

  /** Stores a neighbour's announcement. Returns whether there was an earlier one. */
  setAnnouncement(neighbour: Neighbour, announcement: Announcement | undefined): boolean {
    this.#census = undefined;
    const known = this.#announcements.has(neighbour);
    if (announcement === undefined) this.#announcements.delete(neighbour);
    else this.#announcements.set(neighbour, announcement);
    return known;
  }

  /** Sets whether the name is reserved for the host, even while unused. */
  set isReserved(isReserved: boolean) {
    this.#isReserved = isReserved;
    this.#census = undefined;
  }

  /**
   * Whether clients may not publish: because the host publishes and does not listen itself, as on `/clock`; or because
   * the name is reserved, unless the host only listens there, as on `/world/w/wrench`.
   */
  get isHostOnly(): boolean {
    return this.#counted.isHostOnly;
  }

  /** Returns whether a neighbour's messages are accepted: it announced them, and may publish. */
  acceptsFrom(neighbour: Neighbour): boolean {
    const announcement = this.#announcements.get(neighbour);
    return announcement !== undefined && accepts(neighbour, announcement, this.#counted);
  }

  /** Whether anybody gets its messages. */
  get hasSinks(): boolean {
    return this.#isHeard || this.taps.length > 0;
  }

  get isIdle(): boolean {
    return !this.#isHeard && this.publishers.length === 0 && this.#announcements.size === 0;
  }

  /** The type that publishers and subscribers of this bus agree on; empty if none of them named one. */
  get localType(): string {
    return this.publishers[0]?.type ?? this.subscriptions.find((one) => one.type !== "")?.type ?? "";
  }

  /** Local users decide, then the host's other threads, then clients; publishers before subscribers. */
  get type(): string {
    return this.#counted.type;
  }

  fits(announcement: Announcement): boolean {
    return fitsType(announcement, this.type);
  }

  /**
   * Returns what to announce to a neighbour: everything except its own announcements and what clients merely subscribe
   * to. The host is told of clients' publications only where it listens, so names invented by clients cost the
   * simulation nothing.
   */
  announcementFor(neighbour: Neighbour): Announcement | undefined {
    const published = this.publishers.length > 0;
    const subscribed = this.subscriptions.length > 0;
    const latched = this.publishers.some((publisher) => publisher.latched);
    const others = countOthers(this.#counted, neighbour, this.#announcements.get(neighbour));
    if (!published && !subscribed && others.published + others.subscribed === 0) return undefined;
    return {
      type: this.type,
      published: published || others.published > 0,
      subscribed: subscribed || others.subscribed > 0,
      latched: latched || others.latched > 0,
    };
  }

  /** Returns what to request from a neighbour: the most that anybody else wants, or undefined. */
  wantOf(neighbour: Neighbour): Want | undefined {
    if (!this.acceptsFrom(neighbour)) return undefined;
    let want: Want | undefined;
    for (const subscription of this.subscriptions) want = widest(want, subscription);
    for (const outlet of this.outlets) if (outlet.peer !== neighbour) want = widest(want, outlet);
    return want;
  }

  /** Counts messages lost on the way here, for every subscriber who would have received them. */
  countGap(gap: number, origin: Neighbour | undefined): void {
    if (gap === 0) return;
    this.dropped += gap;
    for (const subscription of this.subscriptions) subscription.dropped += gap;
    for (const outlet of this.outlets) if (outlet.peer !== origin) outlet.gap += gap;
  }

  get #isHeard(): boolean {
    return this.subscriptions.length > 0 || this.outlets.length > 0;
  }

  get #counted(): Census {
    return (this.#census ??= takeCensus({
      announcements: this.#announcements,
      localType: this.localType,
      publishes: this.publishers.length > 0,
      listens: this.subscriptions.length > 0,
      isReserved: this.#isReserved,
    }));
  }
}

function widest(want: Want | undefined, other: Want): Want {
  if (want === undefined) return { queue: other.queue, maxRateHz: other.maxRateHz };
  const unlimited = want.maxRateHz === 0 || other.maxRateHz === 0;
  return {
    queue: Math.max(want.queue, other.queue),
    maxRateHz: unlimited ? 0 : Math.max(want.maxRateHz, other.maxRateHz),
  };
}
