import { checkItemName, ownerOf } from "./item-name.ts";
import type { ItemInfo, NameTest, Probe, Provider } from "./item.ts";

/** An item that somebody registers by name, with the callback that gives its value. */
export interface RegisteredItem extends Omit<ItemInfo, "name">, Probe {}

/** Items that systems and programs have registered, one by one. */
export class RegisteredItems implements Provider {
  readonly #items = new Map<string, RegisteredItem>();
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  /** Adds an item until the returned object is disposed of. Throws if the name is taken or not valid. */
  register(name: string, item: RegisteredItem): Disposable {
    checkItemName(name);
    if (this.#items.has(name)) throw new Error(`an item "${name}" is registered already`);
    this.#items.set(name, item);
    this.#revision++;
    return { [Symbol.dispose]: () => this.#remove(name, item) };
  }

  *items(of: string, fits: NameTest = () => true): Iterable<ItemInfo> {
    for (const [name, item] of this.#items) if (ownerOf(name) === of && fits(name)) yield infoOf(name, item);
  }

  *things(of: string): Iterable<string> {
    const below = of === "" ? "" : `${of}::`;
    const found = new Set<string>();
    for (const name of this.#items.keys()) {
      const end = name.indexOf("::", below.length);
      if (name.startsWith(below) && end > 0) found.add(name.slice(0, end));
    }
    yield* found;
  }

  find(name: string): ItemInfo | undefined {
    const item = this.#items.get(name);
    return item && infoOf(name, item);
  }

  open(name: string): Probe | undefined {
    const item = this.#items.get(name);
    return item === undefined || item.unavailable !== undefined ? undefined : item;
  }

  #remove(name: string, item: RegisteredItem): void {
    if (this.#items.get(name) !== item) return;
    this.#items.delete(name);
    this.#revision++;
  }
}

function infoOf(name: string, { type, units, unavailable, note, isLive }: RegisteredItem): ItemInfo {
  return { name, type, units, unavailable, note, isLive };
}
