import { asNamePart } from "../transport/names.ts";
import type { ItemInfo, Probe, Provider } from "./item.ts";
import { OpenItems } from "./open-items.ts";
import { RegisteredItems, type RegisteredItem } from "./registered-items.ts";

/** Which items to list. */
export interface ItemSearch {
  /** Only the items of the thing with this name. An empty name means the manager's own; left out, all. */
  readonly of?: string | undefined;
  /** Each must occur in the name, in upper or lower case. */
  readonly words?: readonly string[] | undefined;
  readonly limit?: number | undefined;
}

export interface FoundItems {
  readonly items: readonly ItemInfo[];
  /** Full names of the things directly below the one that was asked for, or below the manager. */
  readonly things: readonly string[];
  /** Whether there may be more: a search stops at a limit. */
  readonly isPartial: boolean;
}

/** How many items one search examines: a large world has a million, and its steps must not wait for a search. */
const MAX_LOOKS = 20_000;

/** What one program or world lets others watch: the items of its providers, and those registered one by one. */
export class IntrospectionManager {
  /** Part of the names of its services: `/introspection/<id>/items`. */
  readonly id: string;
  /** What filters watch now. */
  readonly opened: OpenItems = new OpenItems(this);
  readonly #registered = new RegisteredItems();
  readonly #providers: Provider[] = [this.#registered];

  constructor(id: string) {
    this.id = asNamePart(id);
  }

  /** Changes whenever an item may have come or gone. */
  get revision(): number {
    let sum = this.#providers.length;
    for (const { revision } of this.#providers) sum += revision;
    return sum;
  }

  /** Adds an item until the returned object is disposed of. Throws if another item has the name. */
  register(name: string, item: RegisteredItem): Disposable {
    if (this.find(name) !== undefined) throw new Error(`there is an item "${name}" already`);
    return this.#registered.register(name, item);
  }

  addProvider(provider: Provider): void {
    this.#providers.push(provider);
  }

  /** Lists items. Those of a thing come before those of the things below it. */
  list({ of, words = [], limit = Infinity }: ItemSearch = {}): FoundItems {
    const wanted = words.map((word) => word.toLowerCase());
    const items: ItemInfo[] = [];
    let looks = 0;
    for (const item of of === undefined ? this.#allItems("") : this.#itemsOf(of)) {
      if (items.length >= limit || ++looks > MAX_LOOKS)
        return { items, things: this.#thingsBelow(of), isPartial: true };
      const name = wanted.length === 0 ? "" : item.name.toLowerCase();
      if (wanted.every((word) => name.includes(word))) items.push(item);
    }
    return { items, things: this.#thingsBelow(of), isPartial: false };
  }

  find(name: string): ItemInfo | undefined {
    for (const provider of this.#providers) {
      const item = provider.find(name);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Opens an item for reading; `undefined` if it does not exist or has no value. */
  open(name: string): Probe | undefined {
    return this.#providers.find((provider) => provider.find(name) !== undefined)?.open(name);
  }

  /** Call before probes begin or are read. */
  beginMoment(): void {
    for (const provider of this.#providers) provider.beginMoment?.();
  }

  *#itemsOf(thing: string): Iterable<ItemInfo> {
    for (const provider of this.#providers) yield* provider.items(thing);
  }

  *#allItems(thing: string): Iterable<ItemInfo> {
    yield* this.#itemsOf(thing);
    for (const below of this.#thingsBelow(thing)) yield* this.#allItems(below);
  }

  #thingsBelow(thing = ""): string[] {
    return [...new Set(this.#providers.flatMap((provider) => [...provider.things(thing)]))];
  }
}
