import type { orrery } from "@orrery/msgs";
import { columnsOf, type Node } from "@orrery/sim";
import type { ColumnSamples } from "./add-samples.ts";

export interface LiveSamplesOptions {
  readonly node: Node;
  /** The prefix of the manager's services. */
  readonly manager: string;
  /** Whether the manager is the world's own. Samples of others are ignored then; those of a program come from a session. */
  readonly isOfHost?: boolean;
  readonly onDescribed: (items: readonly orrery.IntrospectionItem[]) => void;
  /** Called for each column of a batch. */
  readonly onSamples: (name: string, column: number, samples: ColumnSamples) => void;
  /** Called after each batch. */
  readonly onBatch: () => void;
  /** Called when samples were lost on the way. */
  readonly onLost: (lost: LostSamples) => void;
  readonly onError: (error: unknown) => void;
}

/** Samples that were lost: those after one simulated time, up to another. */
export interface LostSamples {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  /** The stretch that they are in; `undefined` if there was a jump meanwhile. */
  readonly stretch: string | undefined;
}

/** How many batches may wait until their columns are known. */
const MAX_WAITING = 300;
/** How many batches may be queued: 30 come per second, and a page may be busy or suspended for a while. */
const QUEUE = 1000;

/** Watches items from now on, by one filter of their manager. */
export class LiveSamples implements Disposable {
  readonly #options: LiveSamplesOptions;
  #filter: orrery.IntrospectionFilter | undefined;
  #wanted: readonly string[] = [];
  #subscription: Disposable | undefined;
  /** The items in the columns of batches, by the revision of the filter. Old revisions are forgotten. */
  readonly #layouts = new Map<number, readonly orrery.IntrospectionItem[]>();
  #waiting: orrery.ItemSamples[] = [];
  /** The number of the next sample; `undefined` until one has come. */
  #next: number | undefined;
  #lastTime = -Infinity;
  #lastStretch = "";
  #last: Promise<void> = Promise.resolve();
  #isAsking = false;
  #isDisposed = false;

  constructor(options: LiveSamplesOptions) {
    this.#options = options;
  }

  /** How many layouts of columns it remembers. */
  get layouts(): number {
    return this.#layouts.size;
  }

  /** Watches these items, and no others, in each n-th step. Resolves when the manager has answered. */
  watch(items: readonly string[], every = 1): Promise<void> {
    this.#wanted = items;
    // One request after the other: a filter is changed by its id, which comes with the first answer.
    this.#last = this.#last.then(() => this.#set(items, every)).catch(this.#options.onError);
    return this.#last;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    // Without a listener it would end, too, but only after a while.
    if (this.#options.node.isOpen) this.#end().catch(() => undefined);
  }

  async #set(items: readonly string[], every: number): Promise<void> {
    // Other items were asked for meanwhile.
    if (this.#isDisposed || items !== this.#wanted) return;
    if (items.length === 0) return this.#end();
    const before = this.#filter;
    const filter = await this.#ask("set_filter", { items: [...items], every, id: before?.id ?? "" }).catch((error) => {
      if (before === undefined) throw error;
      // The filter may have ended, because the page could not listen for a while.
      this.#forget();
      return this.#ask("set_filter", { items: [...items], every });
    });
    if (this.#isDisposed) return;
    if (this.#filter === undefined) {
      this.#subscription = this.#options.node.subscribe(
        filter.samples_topic ?? "",
        "orrery.msgs.ItemSamples",
        ({ value }) => this.#take(value),
        { queue: QUEUE, hostOnly: this.#options.isOfHost ?? true },
      );
    }
    this.#filter = filter;
    this.#learn(filter);
  }

  async #end(): Promise<void> {
    const { node, manager } = this.#options;
    const id = this.#filter?.id;
    this.#forget();
    if (id !== undefined) await node.request(`${manager}/remove_filter`, { id });
  }

  #forget(): void {
    this.#subscription?.[Symbol.dispose]();
    this.#filter = this.#subscription = this.#next = undefined;
    this.#layouts.clear();
    this.#waiting = [];
  }

  #learn({ revision = 0, described = [] }: orrery.IntrospectionFilter): void {
    this.#layouts.set(revision, described);
    this.#options.onDescribed(described);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const batch of waiting) this.#take(batch);
  }

  #take(batch: orrery.ItemSamples): void {
    const { revision = 0, described = [] } = batch;
    if (described.length > 0 && !this.#layouts.has(revision)) {
      this.#layouts.set(revision, described);
      this.#options.onDescribed(described);
    }
    const layout = this.#layouts.get(revision);
    if (layout === undefined) return this.#wait(batch);
    for (const known of this.#layouts.keys()) if (known < revision) this.#layouts.delete(known);
    this.#checkSequence(batch);
    const { stretch = "", times = [], values = [], since } = batch;
    let offset = 0;
    for (const item of layout) {
      const columns = columnsOf(item.type ?? "");
      for (let column = 0; column < columns.length; column++, offset += times.length)
        this.#options.onSamples(item.name ?? "", column, { stretch, times, values, offset, since });
    }
    this.#options.onBatch();
  }

  #checkSequence({ sequence = 0, times = [], since = times[0] ?? 0, stretch = "" }: orrery.ItemSamples): void {
    const count = sequence - (this.#next ?? sequence);
    const lostIn = stretch === this.#lastStretch ? stretch : undefined;
    if (count > 0) this.#options.onLost({ count, from: this.#lastTime, to: since, stretch: lostIn });
    this.#lastStretch = stretch;
    this.#next = sequence + times.length;
    this.#lastTime = times.at(-1) ?? this.#lastTime;
  }

  /** Keeps a batch until it is known which columns it has. */
  #wait(batch: orrery.ItemSamples): void {
    // Its layout was forgotten. The next batch shows that these samples are missing.
    const [oldest = 0] = this.#layouts.keys();
    if ((batch.revision ?? 0) < oldest) return;
    this.#waiting.push(batch);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    const id = this.#filter?.id;
    if (this.#isAsking || id === undefined) return;
    this.#isAsking = true;
    this.#ask("get_filter", { id })
      .then((filter) => this.#isDisposed || this.#filter?.id !== id || this.#learn(filter))
      .catch(this.#options.onError)
      .finally(() => (this.#isAsking = false));
  }

  #ask(service: "set_filter" | "get_filter", request: object): Promise<orrery.IntrospectionFilter> {
    const { node, manager } = this.#options;
    return node.request(`${manager}/${service}`, request, { response: "orrery.msgs.IntrospectionFilter" });
  }
}
