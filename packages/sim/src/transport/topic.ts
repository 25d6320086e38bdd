import type { Message } from "./message.ts";
import type { Neighbour } from "./neighbour.ts";
import type { Outlet } from "./outlet.ts";
import type { Publisher } from "./publisher.ts";
import type { Subscription } from "./subscription.ts";

/** What one side says of a topic. */
export interface Announcement {
  /** Empty while nobody said it. */
  readonly type: string;
  readonly published: boolean;
  readonly subscribed: boolean;
  readonly latched: boolean;
}

/** What a bus asks of a neighbour that publishes: room for `queue` waiting messages (0: only the newest), 0 Hz is no limit. */
export interface Want {
  readonly queue: number;
  readonly maxRateHz: number;
}

/** All that one bus knows of one topic. Lists are replaced, not changed, so that a delivery goes on with those it began with. */
export class Topic {
  readonly name: string;
  publishers: readonly Publisher[] = [];
  subscriptions: readonly Subscription[] = [];
  /** Neighbours' subscriptions here. */
  outlets: readonly Outlet[] = [];
  readonly heard = new Map<Neighbour, Announcement>();
  /** Neighbours that were told that their announcement does not fit. */
  readonly refused = new Set<Neighbour>();
  /** For those who subscribe later. */
  latched: Message | undefined;
  /** Messages dropped here or on the way here, for some subscription. */
  dropped = 0;

  /** Whether the name is kept for the host while nobody uses it. */
  isReserved: boolean;

  constructor(name: string, isReserved: boolean) {
    this.name = name;
    this.isReserved = isReserved;
  }

  /**
   * Whether clients may not publish: the host does and does not listen itself, as on `/clock`; or the name is reserved, and it is
   * none on which the host only listens, as on `/world/w/wrench`.
   */
  get isHostOnly(): boolean {
    let publishes = this.publishers.length > 0;
    let listens = this.subscriptions.length > 0;
    for (const [neighbour, announcement] of this.heard) {
      if (neighbour.isClient) continue;
      publishes ||= announcement.published;
      listens ||= announcement.subscribed;
    }
    return this.isReserved ? publishes || !listens : publishes && !listens;
  }

  /** Whether a neighbour's messages are taken: it announced them, and may. */
  takesFrom(neighbour: Neighbour): boolean {
    const announcement = this.heard.get(neighbour);
    if (announcement === undefined || !announcement.published || !this.fits(announcement)) return false;
    return !neighbour.isClient || !this.isHostOnly;
  }

  get hasSinks(): boolean {
    return this.subscriptions.length > 0 || this.outlets.length > 0;
  }

  get isIdle(): boolean {
    return !this.hasSinks && this.publishers.length === 0 && this.heard.size === 0;
  }

  /** The type that publishers and subscribers of this bus agreed on; empty when none of them said one. */
  get localType(): string {
    return this.publishers[0]?.type ?? this.subscriptions.find((one) => one.type !== "")?.type ?? "";
  }

  /** Local users decide, then the host's other threads, then clients; publishers before subscribers. */
  get type(): string {
    const local = this.localType;
    if (local !== "") return local;
    let best = "";
    let bestRank = 0;
    for (const [{ isClient }, { type, published }] of this.heard) {
      const rank = (isClient ? 0 : 2) + (published ? 2 : 1);
      if (type === "" || rank <= bestRank) continue;
      // Hundreds of clients may share a topic, and each asks for every other one.
      if (rank === HIGHEST_RANK) return type;
      best = type;
      bestRank = rank;
    }
    return best;
  }

  fits(announcement: Announcement): boolean {
    const type = this.type;
    return announcement.type === "" || type === "" || announcement.type === type;
  }

  /**
   * What to tell a neighbour: all but what it told us itself, and what clients merely want. The host is told of clients' messages
   * only where it listens: names that clients make up cost the simulation nothing.
   */
  announcementFor(neighbour: Neighbour): Announcement | undefined {
    let published = this.publishers.length > 0;
    let subscribed = this.subscriptions.length > 0;
    let latched = this.publishers.some((publisher) => publisher.latched);
    const takesClients = neighbour.isClient || this.heard.get(neighbour)?.subscribed === true;
    for (const [other, announcement] of this.heard) {
      if (other === neighbour || !this.fits(announcement) || (other.isClient && !takesClients)) continue;
      const isTaken = this.takesFrom(other);
      published ||= isTaken;
      subscribed ||= announcement.subscribed && !other.isClient;
      latched ||= isTaken && announcement.latched;
    }
    return published || subscribed ? { type: this.type, published, subscribed, latched } : undefined;
  }

  /** What to ask of a neighbour: the most that anybody but itself wants, or nothing. */
  wantOf(neighbour: Neighbour): Want | undefined {
    if (!this.takesFrom(neighbour)) return undefined;
    let want: Want | undefined;
    for (const subscription of this.subscriptions) want = widest(want, subscription);
    for (const outlet of this.outlets) if (outlet.peer !== neighbour) want = widest(want, outlet);
    return want;
  }

  /** Messages were lost before they came here: everybody who would have got them is told. */
  countGap(gap: number, origin: Neighbour | undefined): void {
    if (gap === 0) return;
    this.dropped += gap;
    for (const subscription of this.subscriptions) subscription.dropped += gap;
    for (const outlet of this.outlets) if (outlet.peer !== origin) outlet.gap += gap;
  }
}

/** Of a thread of the host that publishes. */
const HIGHEST_RANK = 4;

function widest(want: Want | undefined, other: Want): Want {
  if (want === undefined) return { queue: other.queue, maxRateHz: other.maxRateHz };
  const unlimited = want.maxRateHz === 0 || other.maxRateHz === 0;
  return {
    queue: Math.max(want.queue, other.queue),
    maxRateHz: unlimited ? 0 : Math.max(want.maxRateHz, other.maxRateHz),
  };
}
