import type { orrery } from "@orrery/msgs";
import type { ItemInfo, Probe } from "./item.ts";
import { columnsOf } from "./item-types.ts";
import type { IntrospectionManager } from "./manager.ts";
import type { Step } from "./watched-step.ts";

/** What a filter watches. */
export interface FilterWishes {
  readonly items: readonly string[];
  /** Sample in every so many-th step. */
  readonly every: number;
}

/** One item of a filter, as it was found last. */
interface Watched {
  readonly name: string;
  readonly info: ItemInfo;
  readonly probe: Probe | undefined;
  /** Its first column in a row. */
  readonly at: number;
}

/**
 * Items that somebody watches. A sample is a row of numbers, one for each column of each item; rows are collected until
 * somebody takes them as a batch.
 */
export class Filter {
  readonly id: string;
  /** The session that it belongs to; empty for the host's own. */
  readonly caller: string;
  readonly #manager: IntrospectionManager;
  #wishes: FilterWishes = { items: [], every: 1 };
  #watched: readonly Watched[] = [];
  #beginning: readonly Probe[] = [];
  #foundAt = -1;
  #columns = 0;
  #revision = 0;
  #steps: number[] = [];
  #times: number[] = [];
  /** Samples taken since it was made. */
  #sequence = 0;
  /** Rows, one after the other; it grows and is used again. */
  #rows = new Float64Array(0);

  constructor(manager: IntrospectionManager, id: string, caller: string) {
    this.#manager = manager;
    this.id = id;
    this.caller = caller;
  }

  get wishes(): FilterWishes {
    return this.#wishes;
  }

  /** Counts the changes of its list. */
  get revision(): number {
    return this.#revision;
  }

  /** Samples that wait to be taken. */
  get size(): number {
    return this.#steps.length;
  }

  /** Bytes of the samples that wait. */
  get bytes(): number {
    return this.#steps.length * (this.#columns + 2) * 8;
  }

  /** Changes what it watches. Samples that wait are dropped: take them first. */
  set(wishes: FilterWishes): void {
    this.#wishes = wishes;
    this.#revision++;
    this.#clear();
    this.#findItems();
  }

  /** Describes its items as they are now, in their order. */
  describe(): ItemInfo[] {
    this.#findChanged();
    return this.#watched.map(({ info }) => info);
  }

  isDue(step: Pick<Step, "count">): boolean {
    return step.count % this.#wishes.every === 0;
  }

  /** Notes what the probes compare with. Call right before physics moves the world. */
  begin(): void {
    this.#findChanged();
    for (const probe of this.#beginning) probe.begin!();
  }

  /** Takes a sample at the end of a step. */
  sample(step: Step): void {
    const row = this.#steps.length;
    const from = row * this.#columns;
    if (this.#rows.length < from + this.#columns) this.#grow(from + this.#columns);
    const rows = this.#rows;
    rows.fill(NaN, from, from + this.#columns);
    for (const { probe, at } of this.#watched) probe?.read(step, rows, from + at);
    this.#steps.push(step.count);
    this.#times.push(step.timeNs / 1e9);
  }

  /** Takes the samples that wait, in columns; `undefined` when there are none. */
  take(timeline: number): orrery.ItemSamples | undefined {
    const count = this.#steps.length;
    if (count === 0) return undefined;
    const [columns, rows] = [this.#columns, this.#rows];
    const values = new Float64Array(count * columns);
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < count; row++) values[column * count + row] = rows[row * columns + column]!;
    }
    const batch = {
      filter: this.id,
      revision: this.#revision,
      timeline,
      steps: this.#steps,
      times: this.#times,
      // An array of numbers to whoever reads it; copying a million of them into another one would be for the type
      // alone.
      values: values as unknown as readonly number[],
      sequence: this.#sequence,
    };
    this.#sequence += count;
    this.#clear();
    return batch;
  }

  /** Returns the values of the last sample that waits, item by item. */
  last(): readonly { readonly info: ItemInfo; readonly values: Float64Array; readonly at: number }[] {
    const from = (this.#steps.length - 1) * this.#columns;
    return this.#watched.map(({ info, at }) => ({ info, values: this.#rows, at: from + at }));
  }

  #clear(): void {
    this.#steps = [];
    this.#times = [];
  }

  #grow(least: number): void {
    const larger = new Float64Array(Math.max(least, 2 * this.#rows.length));
    larger.set(this.#rows);
    this.#rows = larger;
  }

  #findChanged(): void {
    if (this.#manager.revision !== this.#foundAt) this.#findItems();
  }

  #findItems(): void {
    this.#foundAt = this.#manager.revision;
    const before = new Map(this.#watched.map((watched) => [watched.name, watched]));
    let at = 0;
    this.#watched = this.#wishes.items.map((name) => {
      const info = this.#manager.find(name) ?? goneOf(name, before.get(name)?.info);
      const watched = { name, info, probe: this.#manager.open(name), at };
      at += columnsOf(info.type).length;
      return watched;
    });
    // An item of another type came back under the name of one that had gone: rows of both kinds cannot be in one batch.
    if (at !== this.#columns && this.#columns > 0) this.#clear();
    this.#columns = at;
    this.#beginning = this.#watched.flatMap(({ probe }) => (probe?.begin === undefined ? [] : [probe]));
  }
}

/** What is said of an item that is not there, now or any more: it keeps its columns. */
function goneOf(name: string, before: ItemInfo | undefined): ItemInfo {
  const { type, units } = before ?? { type: "double", units: [] };
  return { name, type, units, unavailable: "there is no such item now" };
}
