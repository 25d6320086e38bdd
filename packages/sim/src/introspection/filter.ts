import type { orrery } from "@orrery/msgs";
import { itemMessage } from "./item-message.ts";
import type { ItemInfo } from "./item.ts";
import type { IntrospectionManager } from "./manager.ts";
import type { OpenItem } from "./open-items.ts";
import { Samples } from "./samples.ts";
import type { Step } from "./watched-step.ts";

/** What a filter watches. */
export interface FilterWishes {
  readonly items: readonly string[];
  /** Samples are taken in every n-th step. */
  readonly every: number;
}

/**
 * Items that somebody watches. A sample is a row of numbers, one for each column of each item; rows are collected until
 * somebody takes them as batches. All rows of a batch have the same columns.
 */
export class Filter implements Disposable {
  readonly id: string;
  /** The session that it belongs to; empty for the host's own filters. */
  readonly caller: string;
  readonly #manager: IntrospectionManager;
  readonly #samples = new Samples();
  #wishes: FilterWishes = { items: [], every: 1 };
  #items: readonly OpenItem[] = [];
  /** The items' descriptions, which apply to the rows that are collected now. */
  #infos: readonly ItemInfo[] = [];
  #checkedAt = 0;
  #revision = 0;
  #describedRevision = 0;
  /** Batches of earlier revisions. */
  #finished: orrery.ItemSamples[] = [];

  constructor(manager: IntrospectionManager, id: string, caller: string) {
    this.#manager = manager;
    this.id = id;
    this.caller = caller;
  }

  get wishes(): FilterWishes {
    return this.#wishes;
  }

  /** Increases with each change of the list of items, and of the description of any of them. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether samples wait to be taken. */
  get hasSamples(): boolean {
    return this.#samples.size > 0 || this.#finished.length > 0;
  }

  /** Bytes of the samples that wait, not counting earlier revisions. */
  get bytes(): number {
    return this.#samples.bytes;
  }

  /** Changes what it watches. */
  set(wishes: FilterWishes): void {
    const { opened } = this.#manager;
    const items = wishes.items.map((name) => opened.acquire(name));
    for (const item of this.#items) opened.release(item);
    this.#wishes = wishes;
    this.#items = items;
    this.#layOut();
  }

  /** Describes its items as they are now, in their order. */
  describe(): readonly ItemInfo[] {
    this.#manager.opened.refresh();
    this.#noteChanges();
    return this.#infos;
  }

  isDue(step: Pick<Step, "count">): boolean {
    return step.count % this.#wishes.every === 0;
  }

  /** Lets probes record the state before the step. Call right before physics, after `OpenItems.beginStep`. */
  begin(): void {
    this.#noteChanges();
    for (const item of this.#items) item.begin();
  }

  /** Records that it is watched from a simulated time on. */
  watchFrom(timeNs: number): void {
    this.#samples.watchFrom(timeNs);
  }

  /** Takes a sample at the end of a step. */
  sample(step: Step): void {
    this.#noteChanges();
    this.#samples.begin(step, this.#wishes.every);
    for (const item of this.#items) {
      item.read(step);
      this.#samples.add(item.values);
    }
  }

  /** Returns the samples that wait, and removes them. The first batch of each revision describes the items. */
  take(timeline: number): readonly orrery.ItemSamples[] {
    this.#finish();
    if (this.#finished.length === 0) return none;
    const batches = this.#finished.map((batch) => ({ ...batch, timeline }));
    this.#finished = [];
    return batches;
  }

  /** Drops the samples that wait. */
  drop(): void {
    this.#finished = [];
    this.#samples.drop();
  }

  /** Returns the values of the last sample, item by item. */
  last(): readonly { readonly info: ItemInfo; readonly values: Float64Array }[] {
    return this.#items.map(({ info, values }) => ({ info, values }));
  }

  [Symbol.dispose](): void {
    for (const item of this.#items) this.#manager.opened.release(item);
    this.#items = [];
  }

  #noteChanges(): void {
    const { changes } = this.#manager.opened;
    if (changes === this.#checkedAt) return;
    this.#checkedAt = changes;
    if (this.#items.some(({ info }, i) => info !== this.#infos[i])) this.#layOut();
  }

  /** Starts new rows, with the columns that the items have now. */
  #layOut(): void {
    this.#finish();
    this.#revision++;
    this.#infos = this.#items.map(({ info }) => info);
    this.#checkedAt = this.#manager.opened.changes;
    this.#samples.columns = this.#items.reduce((sum, { values }) => sum + values.length, 0);
  }

  #finish(): void {
    const samples = this.#samples.take();
    if (samples === undefined) return;
    const isFirst = this.#describedRevision !== this.#revision;
    this.#describedRevision = this.#revision;
    const described = isFirst ? this.#infos.map(itemMessage) : [];
    this.#finished.push({ filter: this.id, revision: this.#revision, described, ...samples });
  }
}

const none: readonly orrery.ItemSamples[] = [];
