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

  constructor(name: string) {
    this.name = name;
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

  /** Local users decide; then neighbours that publish; then neighbours that only listen, whose word binds nobody. */
  get type(): string {
    const local = this.localType;
    if (local !== "") return local;
    let spoken = "";
    for (const { type, published } of this.heard.values()) {
      if (type !== "" && published) return type;
      if (spoken === "") spoken = type;
    }
    return spoken;
  }

  fits(announcement: Announcement): boolean {
    const type = this.type;
    return announcement.type === "" || type === "" || announcement.type === type;
  }

  /** What to tell a neighbour: all but what it told us itself. */
  announcementFor(neighbour: Neighbour): Announcement | undefined {
    let published = this.publishers.length > 0;
    let subscribed = this.subscriptions.length > 0;
    let latched = this.publishers.some((publisher) => publisher.latched);
    for (const [other, announcement] of this.heard) {
      if (other === neighbour || !this.fits(announcement)) continue;
      published ||= announcement.published;
      subscribed ||= announcement.subscribed;
      latched ||= announcement.published && announcement.latched;
    }
    return published || subscribed ? { type: this.type, published, subscribed, latched } : undefined;
  }

  /** What to ask of a neighbour: the most that anybody but itself wants, or nothing. */
  wantOf(neighbour: Neighbour): Want | undefined {
    const announcement = this.heard.get(neighbour);
    if (announcement === undefined || !announcement.published || !this.fits(announcement)) return undefined;
    let want: Want | undefined;
    for (const subscription of this.subscriptions) want = widest(want, subscription);
    for (const outlet of this.outlets) if (outlet.peer !== neighbour) want = widest(want, outlet);
    return want;
  }

  /** Messages were lost before they came here: everybody who would have got them is told. */
  countGap(gap: number, origin: Neighbour): void {
    if (gap === 0) return;
    this.dropped += gap;
    for (const subscription of this.subscriptions) subscription.dropped += gap;
    for (const outlet of this.outlets) if (outlet.peer !== origin) outlet.gap += gap;
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
