import { Filter } from "./filter.ts";
import { type FilterWishes, ItemSampler } from "./item-sampler.ts";
import type { IntrospectionManager } from "./manager.ts";

/** How much one session may watch. */
const MAX_FILTERS = 64;
const MAX_ITEMS = 4000;
/** How many filters of all sessions together a manager serves. */
const MAX_OF_ALL = 1000;

/** The filters of one manager. Enforces the limits of each session. */
export class Filters {
  readonly #manager: IntrospectionManager;
  readonly #filters = new Map<string, Filter>();
  /** By what they sample. */
  readonly #samplers = new Map<string, { readonly sampler: ItemSampler; users: number }>();
  #made = 0;

  constructor(manager: IntrospectionManager) {
    this.#manager = manager;
  }

  get count(): number {
    return this.#filters.size;
  }

  /** Makes a filter, or changes one of the caller's. If the caller may not, throws and changes nothing. */
  set(id: string, wishes: FilterWishes, caller: string): Filter {
    const own = id === "" ? undefined : this.get(id, caller);
    this.#checkRoom(own, wishes, caller);
    const sampler = this.#acquire(wishes);
    if (own !== undefined) {
      const before = own.sampler;
      own.sampler = sampler;
      this.#release(before);
      return own;
    }
    const filter = new Filter(`f${++this.#made}`, caller, sampler);
    this.#filters.set(filter.id, filter);
    return filter;
  }

  /** Returns a filter of the caller. Throws if it does not exist or is somebody else's. */
  get(id: string, caller: string): Filter {
    const filter = this.#filters.get(id);
    if (filter === undefined) throw new Error(`there is no filter "${id}"; it may have ended because nobody listened`);
    if (caller !== "" && filter.caller !== caller) throw new Error(`the filter "${id}" belongs to somebody else`);
    return filter;
  }

  remove(filter: Filter): void {
    this.#filters.delete(filter.id);
    this.#release(filter.sampler);
  }

  #acquire(wishes: FilterWishes): ItemSampler {
    const key = keyOf(wishes);
    let shared = this.#samplers.get(key);
    if (shared === undefined) {
      shared = { sampler: new ItemSampler(this.#manager, wishes), users: 0 };
      this.#samplers.set(key, shared);
    }
    shared.users++;
    return shared.sampler;
  }

  #release(sampler: ItemSampler): void {
    const key = keyOf(sampler.wishes);
    const shared = this.#samplers.get(key)!;
    if (--shared.users > 0) return;
    this.#samplers.delete(key);
    sampler[Symbol.dispose]();
  }

  #checkRoom(own: Filter | undefined, { items, every }: FilterWishes, caller: string): void {
    if (!Number.isInteger(every) || every < 1)
      throw new Error(`every is a whole number of steps, at least 1, not ${every}`);
    if (items.length === 0) throw new Error("a filter needs at least one item");
    const doubled = items.find((name, i) => items.indexOf(name) !== i);
    if (items.length <= MAX_ITEMS && doubled !== undefined) throw new Error(`the item "${doubled}" is listed twice`);
    const others = [...this.#filters.values()].filter((filter) => filter !== own && filter.caller === caller);
    if (own === undefined && others.length >= MAX_FILTERS)
      throw new Error(`you have ${MAX_FILTERS} filters already, which is the limit; remove one first`);
    const watched = others.reduce((sum, filter) => sum + filter.wishes.items.length, items.length);
    if (watched > MAX_ITEMS)
      throw new Error(`that would be ${watched} items, and one session may watch ${MAX_ITEMS}; watch fewer`);
    if (own === undefined && this.#filters.size >= MAX_OF_ALL)
      throw new Error(`there are ${MAX_OF_ALL} filters already, which is the limit for everybody together`);
  }
}

function keyOf({ items, every }: FilterWishes): string {
  return JSON.stringify([every, ...items]);
}
