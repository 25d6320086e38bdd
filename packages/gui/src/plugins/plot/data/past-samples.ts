import type { orrery } from "@orrery/msgs";
import type { Samples } from "@orrery/plots";
import { ITEM_TYPES, type Node } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";

/** Times that samples cover: later than `from`, up to `to`. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface PastSamplesOptions {
  readonly node: Node;
  readonly manager: string;
  readonly onDescribed: (items: readonly orrery.IntrospectionItem[]) => void;
  readonly onSamples: (stretch: string, name: string, column: number, range: TimeRange, samples: Samples) => void;
  /** `error` is empty as long as nothing went wrong. */
  readonly onProgress: (items: readonly string[], progress: number, error: string) => void;
}

/** Samples of a replay that may wait on the way; none may be dropped. */
const QUEUE = 100_000;
/** Simulated time is whole nanoseconds. */
const INSTANT = 1e-9;

interface Column {
  readonly name: string;
  readonly column: number;
}

interface Replay {
  readonly id: string;
  readonly subscription: Disposable;
}

/** Has the past of items simulated again, and delivers their samples. */
export class PastSamples implements Disposable {
  readonly #options: PastSamplesOptions;
  readonly #replays = new Set<Replay>();
  readonly #waiting = new Set<string>();
  #isBusy = false;
  #isDisposed = false;

  constructor(options: PastSamplesOptions) {
    this.#options = options;
  }

  /** Asks for the past of items, all of it. What is asked for during a replay is replayed together, after it. */
  replay(items: readonly string[]): void {
    for (const item of items) this.#waiting.add(item);
    this.#options.onProgress(items, 0, "");
    this.#goOn();
  }

  /** Cancels all replays. */
  cancel(): void {
    const { node, manager } = this.#options;
    for (const { id } of this.#replays) node.request(`${manager}/replay/cancel`, { id }).catch(() => undefined);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const { subscription } of this.#replays) subscription[Symbol.dispose]();
    this.#replays.clear();
  }

  #goOn(): void {
    const items = [...this.#waiting];
    if (this.#isBusy || this.#isDisposed || items.length === 0) return;
    this.#waiting.clear();
    this.#isBusy = true;
    this.#start(items).catch((error: unknown) => {
      this.#options.onProgress(items, 0, textOf(error));
      this.#isBusy = false;
      this.#goOn();
    });
  }

  async #start(items: readonly string[]): Promise<void> {
    const { node, manager, onDescribed, onProgress } = this.#options;
    const request: orrery.ReplayRequest = { items: [...items] };
    const answer = await node.request(`${manager}/replay`, request, { response: "orrery.msgs.ReplayStart" });
    if (this.#isDisposed) return;
    const { id = "", topic = "", described = [] } = answer;
    onDescribed(described);
    const replayed = described.filter(({ unavailable = "" }) => unavailable === "");
    let columns = columnsOf(replayed);
    const ends = new Map<string, number>();
    const subscription = node.subscribe(
      topic,
      "orrery.msgs.ReplaySamples",
      ({ value }) => {
        const { stretch = "", samples, progress = 0, done = false, error = "" } = value;
        // Items that are gone by now had other columns then.
        if (samples?.described !== undefined && samples.described.length > 0) columns = columnsOf(samples.described);
        if (samples !== undefined) this.#deliver(stretch, samples, columns, ends);
        onProgress(items, done && error === "" ? 1 : progress, error);
        if (done) this.#end(replay);
      },
      { queue: QUEUE, hostOnly: true },
    );
    const replay = { id, subscription };
    this.#replays.add(replay);
  }

  #deliver(
    stretch: string,
    { times = [], values = [] }: orrery.ItemSamples,
    columns: readonly Column[],
    ends: Map<string, number>,
  ): void {
    if (times.length === 0) return;
    const from = ends.get(stretch) ?? times[0]! - INSTANT;
    const to = times.at(-1)!;
    ends.set(stretch, to);
    const shared = Float64Array.from(times);
    for (const [i, { name, column }] of columns.entries()) {
      const own = Float64Array.from(values.slice(i * times.length, (i + 1) * times.length));
      this.#options.onSamples(stretch, name, column, { from, to }, { times: shared, values: own });
    }
  }

  #end(replay: Replay): void {
    replay.subscription[Symbol.dispose]();
    this.#replays.delete(replay);
    this.#isBusy = false;
    this.#goOn();
  }
}

function columnsOf(described: readonly orrery.IntrospectionItem[]): readonly Column[] {
  return described.flatMap(({ name = "", type = "double" }) =>
    (ITEM_TYPES[type as keyof typeof ITEM_TYPES] ?? [""]).map((_, column) => ({ name, column })),
  );
}
