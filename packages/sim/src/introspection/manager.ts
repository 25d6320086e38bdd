import type { ItemInfo, Probe, Provider } from "./item.ts";
import { ownerOf } from "./item-name.ts";
import { RegisteredItems, type RegisteredItem } from "./registered-items.ts";

/** Which items to list. */
export interface ItemSearch {
  /** Each must occur in the name, whatever the case. */
  readonly words?: readonly string[] | undefined;
  /** Only items of the thing with this name. */
  readonly of?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export interface FoundItems {
  readonly items: readonly ItemInfo[];
  /** All that fit, beyond the limit too. */
  readonly total: number;
}

/** What one process or world lets others watch: items of its providers, and those registered one by one. */
export class IntrospectionManager {
  /** Names its services: `/introspection/<id>/items`. */
  readonly id: string;
  readonly #registered = new RegisteredItems();
  readonly #providers: Provider[] = [this.#registered];

  constructor(id: string) {
    // It is one part of the names of services.
    this.id = id.replaceAll("/", "_");
  }

  /** Changes whenever an item may have come or gone. */
  get revision(): number {
    return this.#providers.reduce((sum, { revision }) => sum + revision, 0);
  }

  /** Adds an item; disposing of what it returns takes it away. Throws when another one has the name. */
  register(name: string, item: RegisteredItem): Disposable {
    if (this.find(name) !== undefined) throw new Error(`there is an item "${name}" already`);
    return this.#registered.register(name, item);
  }

  addProvider(provider: Provider): void {
    this.#providers.push(provider);
  }

  /** Lists items by name. */
  list({ words = [], of, limit = Infinity, offset = 0 }: ItemSearch = {}): FoundItems {
    const wanted = words.map((word) => word.toLowerCase());
    const found: ItemInfo[] = [];
    for (const provider of this.#providers) {
      for (const item of provider.items()) {
        if (of !== undefined && ownerOf(item.name) !== of) continue;
        const name = wanted.length === 0 ? "" : item.name.toLowerCase();
        if (wanted.every((word) => name.includes(word))) found.push(item);
      }
    }
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { items: found.slice(offset, offset + limit), total: found.length };
  }

  find(name: string): ItemInfo | undefined {
    for (const provider of this.#providers) {
      const item = provider.find(name);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Opens an item for reading; `undefined` when there is none, or it has no value. */
  open(name: string): Probe | undefined {
    for (const provider of this.#providers) {
      if (provider.find(name) !== undefined) return provider.open(name);
    }
    return undefined;
  }
}
