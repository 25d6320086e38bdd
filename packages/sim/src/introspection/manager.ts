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
  /** Of a search for words: it ends after the thing with which it reached the limit. */
  readonly limit?: number | undefined;
  /** Continues a search that was partial: its `next`. */
  readonly after?: string | undefined;
}

export interface FoundItems {
  readonly items: readonly ItemInfo[];
  /** Full names of the things directly below the one that was asked for, or below the manager. */
  readonly things: readonly string[];
  /** Whether there may be more: a search stops at a limit. */
  readonly isPartial: boolean;
  /** Where to continue; empty at the end, and for the items of one thing. */
  readonly next: string;
}

/** How many items one search examines: a large world has a million, and its steps must not wait for a search. */
const MAX_LOOKS = 10_000;

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
  list({ of, words = [], limit = Infinity, after = "" }: ItemSearch = {}): FoundItems {
    const wanted = words.map((word) => word.toLowerCase());
    const items: ItemInfo[] = [];
    let looks = 0;
    const fits = (name: string): boolean => {
      looks++;
      const lower = wanted.length === 0 ? "" : name.toLowerCase();
      return wanted.every((word) => lower.includes(word));
    };
    const done = (next: string, isPartial = next !== ""): FoundItems => {
      return { items, things: after === "" ? this.#thingsBelow(of) : [], isPartial, next };
    };
    for (const thing of of === undefined ? this.#thingsFrom("", startOf(after)) : [of]) {
      // Continued here by the next search. At least one thing is searched each time, so that it advances.
      if (of === undefined && looks > 0 && (items.length >= limit || looks > MAX_LOOKS)) return done(nextOf(thing));
      for (const provider of this.#providers) {
        for (const item of provider.items(thing, fits)) {
          if (items.length >= (of === undefined ? limit + MAX_LOOKS : limit)) return done("", true);
          items.push(item);
        }
      }
    }
    return done("");
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

  /** Yields a thing and everything below it, or only what begins with the thing `from`. */
  *#thingsFrom(thing: string, from: string | undefined): Iterable<string> {
    if (from === undefined || from === thing) {
      yield thing;
      for (const below of this.#thingsBelow(thing)) yield* this.#thingsFrom(below, undefined);
      return;
    }
    const things = this.#thingsBelow(thing);
    const at = things.findIndex((below) => from === below || from.startsWith(`${below}::`));
    // The thing has gone. Without knowing where it was, nothing may be left out.
    if (at < 0) {
      for (const below of things) yield* this.#thingsFrom(below, undefined);
      return;
    }
    yield* this.#thingsFrom(things[at]!, from);
    for (const below of things.slice(at + 1)) yield* this.#thingsFrom(below, undefined);
  }

  #thingsBelow(thing = ""): string[] {
    return [...new Set(this.#providers.flatMap((provider) => [...provider.things(thing)]))];
  }
}

/** Says where a search continues, in a form that is never empty. */
function nextOf(thing: string): string {
  return `:${thing}`;
}

function startOf(after: string): string | undefined {
  return after === "" ? undefined : after.slice(1);
}
