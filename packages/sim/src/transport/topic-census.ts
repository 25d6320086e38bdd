import type { Neighbour } from "./wire/neighbour.ts";

/** What one side announces about a topic. */
export interface Announcement {
  /** Empty as long as nobody has named a type. */
  readonly type: string;
  readonly published: boolean;
  readonly subscribed: boolean;
  readonly latched: boolean;
}

/** The part of a bus's knowledge of a topic that determines its announcements. */
export interface Known {
  readonly announcements: ReadonlyMap<Neighbour, Announcement>;
  /** The type named by users of this bus; empty if none named one. */
  readonly localType: string;
  readonly publishes: boolean;
  readonly listens: boolean;
  /** Whether the name is reserved for the host while unused. */
  readonly isReserved: boolean;
}

/**
 * The sum of all announcements of a topic. Counted once, so that the announcement for each neighbour takes constant
 * time.
 */
export interface Census extends Rules {
  readonly host: Counts;
  readonly clients: Counts;
}

/** What determines whether an announcement counts. */
interface Rules {
  readonly type: string;
  readonly isHostOnly: boolean;
}

/** How many neighbours announced each of these and are allowed to. */
export interface Counts {
  published: number;
  subscribed: number;
  latched: number;
}

export function takeCensus(known: Known): Census {
  const type = known.localType === "" ? typeOf(known.announcements) : known.localType;
  const isHostOnly = isForHost(known);
  const host: Counts = { published: 0, subscribed: 0, latched: 0 };
  const clients: Counts = { published: 0, subscribed: 0, latched: 0 };
  for (const [neighbour, announcement] of known.announcements) {
    add(neighbour.isClient ? clients : host, countsOf(neighbour, announcement, { type, isHostOnly }), 1);
  }
  return { type, isHostOnly, host, clients };
}

/** Counts what to announce to a neighbour: everything except its own announcement, `own`. */
export function countOthers(census: Census, neighbour: Neighbour, own: Announcement | undefined): Counts {
  const others = { ...census.host };
  const takesClients = neighbour.isClient || own?.subscribed === true;
  if (takesClients) add(others, census.clients, 1);
  if (own !== undefined) add(others, countsOf(neighbour, own, census), -1);
  return others;
}

function add(sum: Counts, counts: Counts, times: number): void {
  sum.published += counts.published * times;
  sum.subscribed += counts.subscribed * times;
  sum.latched += counts.latched * times;
}

/** Returns the counts of one announcement. */
function countsOf(neighbour: Neighbour, announcement: Announcement, rules: Rules): Counts {
  const isTaken = accepts(neighbour, announcement, rules);
  const isHeard = announcement.subscribed && !neighbour.isClient && fitsType(announcement, rules.type);
  return {
    published: isTaken ? 1 : 0,
    subscribed: isHeard ? 1 : 0,
    latched: isTaken && announcement.latched ? 1 : 0,
  };
}

/** Returns whether a neighbour's messages are accepted. */
export function accepts({ isClient }: Neighbour, announcement: Announcement, { type, isHostOnly }: Rules): boolean {
  return announcement.published && fitsType(announcement, type) && !(isClient && isHostOnly);
}

export function fitsType(announcement: Announcement, type: string): boolean {
  return announcement.type === "" || type === "" || announcement.type === type;
}

/** Returns the type that wins among those named by neighbours; empty if none named one. */
function typeOf(announcements: ReadonlyMap<Neighbour, Announcement>): string {
  let best = "";
  let bestRank = 0;
  for (const [{ isClient }, { type, published }] of announcements) {
    const rank = (isClient ? 0 : 2) + (published ? 2 : 1);
    if (type === "" || rank <= bestRank) continue;
    best = type;
    bestRank = rank;
  }
  return best;
}

function isForHost({ announcements, publishes, listens, isReserved }: Known): boolean {
  let isPublished = publishes;
  let isHeard = listens;
  for (const [neighbour, announcement] of announcements) {
    if (neighbour.isClient) continue;
    isPublished ||= announcement.published;
    isHeard ||= announcement.subscribed;
  }
  return isReserved ? isPublished || !isHeard : isPublished && !isHeard;
}
