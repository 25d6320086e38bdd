import type { orrery } from "@orrery/msgs";
import { ITEM_TYPES } from "@orrery/sim/front";
import type { Client } from "../client.ts";
import { Failure } from "../failure.ts";
import type { ChosenItems } from "./find-items.ts";
import type { Manager } from "./managers.ts";

/** Samples of all items of a stream, which have the same columns. */
export interface ItemBatch {
  readonly manager: Manager;
  readonly layout: readonly Described[];
  /** The manager's own count of steps. */
  readonly steps: readonly number[];
  /** Simulated seconds. */
  readonly times: readonly number[];
  /** Column by column, each as long as `steps`; NaN for a missing value. */
  readonly values: ArrayLike<number>;
  /** Counts the jumps in time. */
  readonly timeline: number;
}

/** An item as a batch has it. */
export interface Described {
  readonly name: string;
  /** Names of its columns; a single number has one without a name. */
  readonly columns: readonly string[];
  /** One for each column; empty where none is known. */
  readonly units: readonly string[];
  readonly type: string;
  /** Why it has no values; empty if it has some. */
  readonly unavailable: string;
}

export interface StreamOptions {
  /** A sample is taken in every n-th step. */
  readonly every: number;
  readonly onBatch: (batch: ItemBatch) => void;
  /** Called when samples were lost on the way, or something else went wrong. */
  readonly onError: (error: unknown) => void;
}

/** Batches that may wait on their way: 30 come in a second, more if a world is faster than time. */
const QUEUE = 1000;

/** Watches items of one manager from now on, until it is disposed of. */
export class ItemStream implements Disposable {
  readonly manager: Manager;
  /** The items as they were at the beginning. */
  readonly described: readonly Described[];
  #layout: readonly Described[];
  #revision: number;
  #next = 0;
  readonly #options: StreamOptions;
  readonly #subscription: Disposable;

  static async open(
    client: Pick<Client, "node">,
    { manager, names }: ChosenItems,
    options: StreamOptions,
  ): Promise<ItemStream> {
    const filter = await client.node.request(
      `${manager.prefix}/set_filter`,
      { items: names, every: options.every },
      { response: "orrery.msgs.IntrospectionFilter" },
    );
    return new ItemStream(client, manager, filter, options);
  }

  private constructor(
    { node }: Pick<Client, "node">,
    manager: Manager,
    { samples_topic: topic = "", revision = 0, described = [] }: orrery.IntrospectionFilter,
    options: StreamOptions,
  ) {
    this.manager = manager;
    this.#options = options;
    this.#revision = revision;
    this.#layout = this.described = described.map(describe);
    // The answer has the topic's name without the namespace of its world.
    const name = topic.startsWith(`${manager.prefix}/`) ? topic : `${manager.namespace}${topic}`;
    this.#subscription = node.subscribe(name, "orrery.msgs.ItemSamples", ({ value }) => this.#take(value), {
      queue: QUEUE,
    });
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  #take({
    revision = 0,
    described = [],
    steps = [],
    times = [],
    values = [],
    sequence = 0,
    timeline = 0,
  }: orrery.ItemSamples): void {
    const { onBatch, onError } = this.#options;
    const { manager } = this;
    if (described.length > 0) this.#layout = described.map(describe);
    else if (revision !== this.#revision)
      return onError(new Failure(`${manager.label} does not say what its samples are`));
    this.#revision = revision;
    if (sequence !== this.#next) {
      onError(
        new Failure(`${sequence - this.#next} samples of ${manager.label} were lost: this end is too slow for them`),
      );
    }
    this.#next = sequence + steps.length;
    onBatch({ manager, layout: this.#layout, steps, times, values, timeline });
  }
}

function describe({ name = "", type = "double", units = [], unavailable = "" }: orrery.IntrospectionItem): Described {
  const columns: readonly string[] = Object.hasOwn(ITEM_TYPES, type) ? ITEM_TYPES[type as "double"] : [""];
  const unitOf = (i: number): string => (units.length === 1 ? units[0]! : (units[i] ?? ""));
  return { name, type, columns, units: columns.map((_, i) => unitOf(i)), unavailable };
}
