import type { Neighbour } from "./neighbour.ts";
import type { Topic } from "../topic.ts";

export interface ClientAnnouncementsOptions {
  readonly neighbours: ReadonlySet<Neighbour>;
  /** Returns the present topic of this name. */
  readonly get: (name: string) => Topic | undefined;
  /** Calls back a few milliseconds later. */
  readonly later: (work: () => void) => void;
  readonly batch: (work: () => void) => void;
  /** Called when all clients know of it. */
  readonly onInformed: (topic: Topic) => void;
}

/**
 * Announces to clients which topics other clients changed: a few milliseconds later and some at a time, so that creating and
 * dropping names all the time costs only a bounded part of the thread. Names that appeared and disappeared meanwhile
 * are never announced.
 */
export class ClientAnnouncements {
  readonly #options: ClientAnnouncementsOptions;
  readonly #changed = new Map<string, Topic>();
  /** How many clients have been told of each name. */
  readonly #known = new Map<string, number>();
  #isScheduled = false;

  constructor(options: ClientAnnouncementsOptions) {
    this.#options = options;
  }

  /** Number of names to be announced. */
  get size(): number {
    return this.#changed.size;
  }

  add(topic: Topic): void {
    // No client has been told of it. If it waited for its turn, short-lived names would pile up.
    if (topic.isIdle && !this.#known.has(topic.name)) return void this.#changed.delete(topic.name);
    this.#changed.set(topic.name, topic);
    this.#schedule();
  }

  /** Records that a client has been told that a name exists, or that it is gone. */
  informed(name: string, isThere: boolean): void {
    const count = (this.#known.get(name) ?? 0) + (isThere ? 1 : -1);
    if (count > 0) this.#known.set(name, count);
    else this.#known.delete(name);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.later(() => {
      this.#isScheduled = false;
      this.#options.batch(() => this.#announce());
      if (this.#changed.size > 0) this.#schedule();
    });
  }

  #announce(): void {
    const { neighbours, get, onInformed } = this.#options;
    const clients = [...neighbours].filter(({ isClient }) => isClient);
    let rest = MAX_AT_ONCE;
    for (const [name, changed] of this.#changed) {
      this.#changed.delete(name);
      // It may have been removed and added again.
      const topic = get(name) ?? changed;
      const knowing = this.#known.get(name) ?? 0;
      for (const client of clients) client.syncTopic(topic);
      rest -= topic.isIdle ? MIN_COST + knowing : clients.length;
      onInformed(topic);
      if (rest <= 0) return;
    }
  }
}

/** Topics times clients per turn: about 1 ms of work. */
const MAX_AT_ONCE = 500;
/** Minimum cost of a removed name; beyond that, only the clients that know the name count. */
const MIN_COST = 4;
