/** Largest number of entities watched at a time, by one client and by all together. */
export const MAX_WATCHED = 256;

/** An entity that nobody has asked for within this time is no longer watched. */
const WATCH_MS = 3000;

/** The entities of which clients want all numbers. If there are too many, each client gets its share. */
export class WatchedEntities {
  /** For each client, the time of its last request for each entity, the latest last. */
  readonly #asked = new Map<string, Map<number, number>>();

  add(client: string, entities: readonly number[], nowMs: number): void {
    if (entities.length === 0) return;
    const asked = this.#asked.get(client) ?? new Map<number, number>();
    this.#asked.set(client, asked);
    for (const entity of entities) {
      asked.delete(entity);
      asked.set(entity, nowMs);
    }
    for (const entity of asked.keys()) {
      if (asked.size <= MAX_WATCHED) return;
      asked.delete(entity);
    }
  }

  /** Lists the entities that are still watched: each client's latest first, taking turns between clients. */
  list(nowMs: number): number[] {
    const lists: number[][] = [];
    for (const [client, asked] of this.#asked) {
      for (const [entity, lastMs] of asked) if (lastMs < nowMs - WATCH_MS) asked.delete(entity);
      if (asked.size === 0) this.#asked.delete(client);
      else lists.push([...asked.keys()].toReversed());
    }
    const longest = Math.max(0, ...lists.map((list) => list.length));
    const chosen = new Set<number>();
    for (let i = 0; i < longest && chosen.size < MAX_WATCHED; i++) {
      for (const list of lists) if (i < list.length && chosen.size < MAX_WATCHED) chosen.add(list[i]!);
    }
    return [...chosen];
  }

  /** Number of entities remembered, for all clients. */
  get size(): number {
    let size = 0;
    for (const asked of this.#asked.values()) size += asked.size;
    return size;
  }
}
