import type { orrery } from "@orrery/msgs";
import { nearest } from "@orrery/msgs/nearest";
import type { Client } from "../client.ts";
import { Failure } from "../failure.ts";
import { fitsPattern, isPattern, thingsOf, wordsOf } from "./item-names.ts";
import { type Manager, queryItems } from "./managers.ts";

/** The items of one manager that are to be watched. */
export interface ChosenItems {
  readonly manager: Manager;
  readonly names: readonly string[];
}

export interface FindOptions {
  /** Whether names may be of items that do not exist yet; with several managers, those of the first one. */
  readonly wait: boolean;
}

/**
 * Finds the items that names and patterns mean, each once, in the order of the names. Throws a Failure for a name that
 * no manager knows, or that several know, and for a pattern that no item fits.
 */
export async function findItems(
  client: Client,
  managers: readonly Manager[],
  wanted: readonly string[],
  { wait }: FindOptions,
): Promise<ChosenItems[]> {
  const found = new Map<Manager, Set<string>>(managers.map((manager) => [manager, new Set()]));
  const known = managers.map((manager) => new KnownItems(manager.label, (query) => queryItems(client, manager, query)));
  for (const name of wanted) {
    const lists = await Promise.all(known.map((items) => items.fitting(name)));
    const holders = managers.filter((_, i) => lists[i]!.length > 0);
    if (holders.length === 0 && wait && !isPattern(name)) found.get(managers[0]!)!.add(name);
    else if (holders.length === 0) throw await unknown(name, known);
    else if (holders.length > 1 && !isPattern(name)) {
      const labels = holders.map(({ label }) => label).join(", ");
      throw new Failure(`several managers have "${name}": ${labels}; choose one with --manager`);
    }
    for (const [i, manager] of managers.entries()) for (const item of lists[i]!) found.get(manager)!.add(item);
  }
  return managers
    .map((manager) => ({ manager, names: [...found.get(manager)!] }))
    .filter(({ names }) => names.length > 0);
}

/** Asks a manager for some of its items. */
export type AskItems = (query: orrery.ItemQuery) => Promise<orrery.IntrospectionItems>;

/** Items that were found, in the order of the manager. */
export interface SearchedItems {
  readonly items: readonly orrery.IntrospectionItem[];
  /** Whether there are more than were wanted. */
  readonly isPartial: boolean;
}

/** Finds items whose names have some words, or all, by as many requests as that takes: each does a bounded amount of work. */
export async function searchItems(ask: AskItems, words: readonly string[], most: number): Promise<SearchedItems> {
  const items: orrery.IntrospectionItem[] = [];
  for (let after: string | undefined = ""; after !== undefined && items.length <= most;) {
    const { items: more = [], next = "" }: orrery.IntrospectionItems = await ask({ words, after });
    for (const item of more) items.push(item);
    after = next === "" ? undefined : next;
  }
  return { items: items.slice(0, most), isPartial: items.length > most };
}

/** What one session may watch. */
const MAX_FITTING = 4000;

/** The items of a manager, as far as they were asked for. */
export class KnownItems {
  readonly #label: string;
  readonly #ask: AskItems;
  readonly #things = new Map<string, Promise<readonly orrery.IntrospectionItem[]>>();

  constructor(label: string, ask: AskItems) {
    this.#label = label;
    this.#ask = ask;
  }

  /** Returns the names that a name or a pattern means. */
  async fitting(name: string): Promise<readonly string[]> {
    if (!isPattern(name)) return (await this.find(name)) === undefined ? [] : [name];
    // Some of these may not fit.
    const { items, isPartial } = await searchItems(this.#ask, wordsOf(name), 10 * MAX_FITTING);
    const fitting = namesIn(items).filter((item) => fitsPattern(item, name));
    if (!isPartial && fitting.length <= MAX_FITTING) return fitting;
    throw new Failure(
      `"${name}" means more than ${MAX_FITTING} items of ${this.#label}, which is all that can be watched: write more of their names`,
    );
  }

  async find(name: string): Promise<orrery.IntrospectionItem | undefined> {
    for (const thing of thingsOf(name)) {
      let items = this.#things.get(thing);
      if (items === undefined) {
        items = this.#ask({ of: thing }).then((answer) => answer.items ?? []);
        this.#things.set(thing, items);
      }
      const found = (await items).find((item) => item.name === name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Lists names that may be near to one that is wrong. */
  async near(name: string): Promise<string[]> {
    const last = name.split("::").at(-1)!;
    const [all, some] = await Promise.all([this.#ask({}), this.#ask({ words: [last] })]);
    return [...namesIn(some.items), ...namesIn(all.items)];
  }
}

function namesIn(items: readonly orrery.IntrospectionItem[] = []): string[] {
  return items.map(({ name = "" }) => name);
}

async function unknown(name: string, known: readonly KnownItems[]): Promise<Failure> {
  if (isPattern(name)) return new Failure(`no item fits "${name}"; orrery introspect list shows all`);
  const names = (await Promise.all(known.map((items) => items.near(name)))).flat();
  const near = nearest(name, names);
  const hint = near === undefined ? "orrery introspect list shows all" : `did you mean "${near}"?`;
  return new Failure(`there is no item "${name}"; ${hint}`);
}
