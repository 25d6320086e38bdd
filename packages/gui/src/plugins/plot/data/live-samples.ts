import type { orrery } from "@orrery/msgs";
import { ITEM_TYPES, type Node } from "@orrery/sim";
import type { Value } from "../../../client/value.ts";

export interface LiveSamplesOptions {
  readonly node: Node;
  /** The prefix of the manager's services. */
  readonly manager: string;
  readonly history: Pick<Value<orrery.History | undefined>, "current">;
  readonly onDescribed: (items: readonly orrery.IntrospectionItem[]) => void;
  /** Called for each column; its values begin at `offset`. */
  readonly onSamples: (
    stretch: string,
    name: string,
    column: number,
    times: readonly number[],
    values: readonly number[],
    offset: number,
  ) => void;
  /** Called after each batch. */
  readonly onBatch: () => void;
  readonly onError: (error: unknown) => void;
}

/** Batches that wait for the history to say where they belong. */
const MOST_WAITING = 300;
/** Batches that may wait on the way: 30 a second come, and a page may stand still for a while. */
const QUEUE = 1000;

/** Watches items from now on, by one filter of their manager. */
export class LiveSamples implements Disposable {
  readonly #options: LiveSamplesOptions;
  #filter: orrery.IntrospectionFilter | undefined;
  #wanted: readonly string[] = [];
  #subscription: Disposable | undefined;
  /** Lists of items by the revision of the filter: batches of an earlier list may still be on their way. */
  readonly #lists = new Map<number, readonly orrery.IntrospectionItem[]>();
  #waiting: orrery.ItemSamples[] = [];
  #last: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(options: LiveSamplesOptions) {
    this.#options = options;
  }

  /** Watches these items, and no others. */
  watch(items: readonly string[]): void {
    this.#wanted = items;
    // One after the other: a filter is changed by its id, which the first answer has.
    this.#last = this.#last.then(() => this.#set(items)).catch(this.#options.onError);
  }

  /** Delivers what waited for the history. */
  deliver(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const batch of waiting) this.#take(batch);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#subscription?.[Symbol.dispose]();
  }

  async #set(items: readonly string[]): Promise<void> {
    // More was wished meanwhile.
    if (this.#isDisposed || items !== this.#wanted) return;
    const { node, manager, onDescribed } = this.#options;
    if (items.length === 0) return this.#end();
    const request: orrery.IntrospectionFilter = { items: [...items], id: this.#filter?.id ?? "" };
    const filter = await node.request(`${manager}/set_filter`, request, {
      response: "orrery.msgs.IntrospectionFilter",
    });
    if (this.#isDisposed) return;
    const { described = [], revision = 0, samples_topic = "" } = filter;
    this.#lists.set(revision, described);
    onDescribed(described);
    if (this.#filter === undefined) {
      this.#subscription = node.subscribe(samples_topic, "orrery.msgs.ItemSamples", ({ value }) => this.#take(value), {
        queue: QUEUE,
        hostOnly: true,
      });
    }
    this.#filter = filter;
  }

  async #end(): Promise<void> {
    const { node, manager } = this.#options;
    const id = this.#filter?.id;
    this.#subscription?.[Symbol.dispose]();
    this.#filter = this.#subscription = undefined;
    if (id !== undefined) await node.request(`${manager}/remove_filter`, { id });
  }

  #take(batch: orrery.ItemSamples): void {
    const stretch = this.#stretchOf(batch);
    if (stretch === undefined) {
      this.#waiting.push(batch);
      if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
      return;
    }
    const { revision = 0, times = [], values = [], described = [] } = batch;
    // An item has changed by itself: it came, went, or has other columns now.
    if (described.length > 0 && !this.#lists.has(revision)) {
      this.#lists.set(revision, described);
      this.#options.onDescribed(described);
    }
    let offset = 0;
    for (const { name = "", type = "double" } of this.#lists.get(revision) ?? []) {
      const columns = ITEM_TYPES[type as keyof typeof ITEM_TYPES] ?? [""];
      for (let column = 0; column < columns.length; column++, offset += times.length)
        this.#options.onSamples(stretch, name, column, times, values, offset);
    }
    this.#options.onBatch();
  }

  /** Returns the stretch that samples belong to; `undefined` while the history is not as far as they are. */
  #stretchOf({ timeline = 0 }: orrery.ItemSamples): string | undefined {
    const { timeline: known = 0, present = "", ahead = "" } = this.#options.history.current ?? {};
    return known >= timeline && ahead === "" ? present : undefined;
  }
}
