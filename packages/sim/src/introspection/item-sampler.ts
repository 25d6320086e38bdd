import type { orrery } from "@orrery/msgs";
import type { ItemInfo } from "./item.ts";
import type { IntrospectionManager } from "./manager.ts";
import type { OpenItem } from "./open-items.ts";
import { Samples } from "./samples.ts";
import type { Step } from "./watched-step.ts";

/** What is watched. */
export interface FilterWishes {
  readonly items: readonly string[];
  /** Samples are taken in every n-th step. */
  readonly every: number;
}

/** Samples that have the same columns. */
export interface SampledRows extends Pick<orrery.ItemSamples, "steps" | "times" | "values" | "sequence" | "since"> {
  readonly infos: readonly ItemInfo[];
  /** Of the sampler, when they were taken. */
  readonly revision: number;
}

/**
 * Samples items. A sample is a row of numbers, one for each column of each item; rows are collected until somebody takes
 * them as batches. All rows of a batch have the same columns.
 */
export class ItemSampler implements Disposable {
  readonly wishes: FilterWishes;
  readonly #manager: IntrospectionManager;
  readonly #samples = new Samples();
  #items: readonly OpenItem[];
  /** The items' descriptions, which apply to the rows that are collected now. */
  #infos: readonly ItemInfo[] = [];
  #checkedAt = 0;
  #revision = 0;
  /** Batches of earlier revisions. */
  #finished: SampledRows[] = [];

  constructor(manager: IntrospectionManager, wishes: FilterWishes) {
    this.#manager = manager;
    this.wishes = wishes;
    this.#items = wishes.items.map((name) => manager.opened.acquire(name));
    this.#layOut();
  }

  /** From 1; increases with each change of the description of an item. */
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

  /** Describes its items as they are now, in their order. */
  describe(): readonly ItemInfo[] {
    this.#manager.opened.refresh();
    this.#noteChanges();
    return this.#infos;
  }

  isDue(step: Pick<Step, "count">): boolean {
    return step.count % this.wishes.every === 0;
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
    this.#samples.begin(step, this.wishes.every);
    for (const item of this.#items) {
      item.read(step);
      this.#samples.add(item.values);
    }
  }

  /** Returns the samples that wait, and removes them. */
  take(): readonly SampledRows[] {
    this.#finish();
    if (this.#finished.length === 0) return none;
    const batches = this.#finished;
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
    if (samples !== undefined) this.#finished.push({ infos: this.#infos, revision: this.#revision, ...samples });
  }
}

const none: readonly SampledRows[] = [];
