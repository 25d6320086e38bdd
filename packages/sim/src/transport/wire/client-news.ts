import type { Neighbour } from "./neighbour.ts";
import type { Topic } from "../topic.ts";

export interface ClientNewsOptions {
  readonly neighbours: ReadonlySet<Neighbour>;
  /** The topic of this name as it is now. */
  readonly get: (name: string) => Topic | undefined;
  /** Calls back a few milliseconds later. */
  readonly later: (work: () => void) => void;
  readonly batch: (work: () => void) => void;
  /** All clients know of it. */
  readonly onTold: (topic: Topic) => void;
}

/**
 * Tells clients which topics other clients changed: a few milliseconds later and some at a time, so that somebody who makes and
 * drops names all the time costs a bounded part of the thread. What came and went meanwhile is not told at all.
 */
export class ClientNews {
  readonly #options: ClientNewsOptions;
  readonly #changed = new Map<string, Topic>();
  /** How many clients have heard of a name. */
  readonly #known = new Map<string, number>();
  #isScheduled = false;

  constructor(options: ClientNewsOptions) {
    this.#options = options;
  }

  /** How many names wait to be told. */
  get size(): number {
    return this.#changed.size;
  }

  add(topic: Topic): void {
    // No client has heard of it. If it waited for its turn, names that come and go would pile up.
    if (topic.isIdle && !this.#known.has(topic.name)) return void this.#changed.delete(topic.name);
    this.#changed.set(topic.name, topic);
    this.#schedule();
  }

  /** Notes that a client has heard that a name is there, or that it is gone. */
  heard(name: string, isThere: boolean): void {
    const count = (this.#known.get(name) ?? 0) + (isThere ? 1 : -1);
    if (count > 0) this.#known.set(name, count);
    else this.#known.delete(name);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.later(() => {
      this.#isScheduled = false;
      this.#options.batch(() => this.#tell());
      if (this.#changed.size > 0) this.#schedule();
    });
  }

  #tell(): void {
    const { neighbours, get, onTold } = this.#options;
    const clients = [...neighbours].filter(({ isClient }) => isClient);
    let rest = MOST_AT_ONCE;
    for (const [name, changed] of this.#changed) {
      this.#changed.delete(name);
      // It may have gone and come again.
      const topic = get(name) ?? changed;
      const knowing = this.#known.get(name) ?? 0;
      for (const client of clients) client.syncTopic(topic);
      rest -= topic.isIdle ? LEAST_COST + knowing : clients.length;
      onTold(topic);
      if (rest <= 0) return;
    }
  }
}

/** Topics times clients per turn: about 1 ms of work. */
const MOST_AT_ONCE = 500;
/** What a name that is gone costs at least; beyond that, only the clients that know it count. */
const LEAST_COST = 4;
