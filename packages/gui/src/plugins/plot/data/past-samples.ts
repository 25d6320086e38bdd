import type { orrery } from "@orrery/msgs";
import type { Grain, Samples } from "@orrery/plots";
import { columnsOf, fromSeconds, toSecNsec, type Node } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";
import { INSTANT } from "./add-samples.ts";

/** The times that samples cover, from `from` (exclusive) to `to` (inclusive). */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the past. */
export interface PastPart extends TimeRange {
  /** Ids of the stretches that it is in; empty for all. */
  readonly stretches: readonly string[];
}

/** Samples of one column. */
export interface PastColumn {
  readonly stretch: string;
  readonly name: string;
  readonly column: number;
  readonly range: TimeRange;
  readonly samples: Samples;
  readonly grain: Grain;
}

export interface PastSamplesOptions {
  readonly node: Node;
  readonly manager: string;
  /** Called with the items as they were in the past. */
  readonly onDescribed: (items: readonly orrery.IntrospectionItem[]) => void;
  readonly onSamples: (column: PastColumn) => void;
  /** `error` is empty as long as nothing went wrong. */
  readonly onProgress: (items: readonly string[], progress: number, error: string) => void;
}

/** How many messages of a replay may be queued. None may be dropped. */
const QUEUE = 100_000;

/** Items that are requested together. */
interface Wish {
  readonly items: Set<string>;
  /** `undefined` for all of the past. */
  readonly range: PastPart | undefined;
}

/** A replay that is under way. */
interface Replay {
  readonly wish: Wish;
  /** Empty until the world has answered. */
  id: string;
  isCancelled: boolean;
  /** Why a part of the past is missing; empty as long as none is. */
  missing: string;
  subscription: Disposable | undefined;
}

/** Requests replays of the past of items, and delivers their samples. */
export class PastSamples implements Disposable {
  readonly #options: PastSamplesOptions;
  /** A sample is taken in every step with this interval. */
  every = 1;
  #waiting: Wish[] = [];
  #running: Replay | undefined;
  #focus: TimeRange | undefined;
  /** The focus that the running replay was last told. */
  #told: TimeRange | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(options: PastSamplesOptions) {
    this.#options = options;
  }

  /** Requests the past of items. Requests that come during a replay wait for its end, and become one replay. */
  replay(items: readonly string[], range?: PastPart): void {
    const same = this.#waiting.find((wish) => wish.range?.from === range?.from && wish.range?.to === range?.to);
    if (same === undefined) this.#waiting.push({ items: new Set(items), range });
    for (const item of items) same?.items.add(item);
    this.#options.onProgress(items, 0, "");
    this.#goOn();
  }

  /** Gives priority to samples of this range, also in the replay that is under way. */
  focus(range: TimeRange): void {
    this.#focus = range;
    if (this.#running === undefined || isNear(this.#told, range)) return;
    this.#telling ??= setTimeout(() => this.#tellFocus(), FOCUS_MS);
  }

  /** Cancels the replay of an item, and of those that are replayed together with it. */
  cancel(item: string): void {
    const { onProgress } = this.#options;
    for (const { items } of this.#waiting) if (items.delete(item)) onProgress([item], 0, CANCELLED);
    if (this.#running?.wish.items.has(item)) this.#cancel(this.#running);
  }

  /** Records that nobody needs an item any more. A replay is cancelled when nobody needs any of its items. */
  drop(item: string): void {
    for (const { items } of this.#waiting) items.delete(item);
    const running = this.#running;
    if (running?.wish.items.delete(item) === true && running.wish.items.size === 0) this.#cancel(running);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#telling);
    this.#running?.subscription?.[Symbol.dispose]();
    this.#running = undefined;
  }

  #tellFocus(): void {
    this.#telling = undefined;
    const { node, manager } = this.#options;
    const id = this.#running?.id ?? "";
    if (id === "" || this.#focus === undefined) return;
    this.#told = this.#focus;
    // It may be done by now.
    node.request(`${manager}/replay/focus`, { id, ...timesOf(this.#focus) }).catch(() => undefined);
  }

  #cancel(replay: Replay): void {
    const { node, manager } = this.#options;
    replay.isCancelled = true;
    // It may be done by now.
    if (replay.id !== "") node.request(`${manager}/replay/cancel`, { id: replay.id }).catch(() => undefined);
  }

  #goOn(): void {
    if (this.#running !== undefined || this.#isDisposed) return;
    this.#waiting = this.#waiting.filter(({ items }) => items.size > 0);
    const wish = this.#waiting.shift();
    if (wish === undefined) return;
    const replay: Replay = { wish, id: "", isCancelled: false, missing: "", subscription: undefined };
    this.#running = replay;
    this.#start(replay).catch((error: unknown) => this.#end(replay, textOf(error)));
  }

  async #start(replay: Replay): Promise<void> {
    const { node, manager, onProgress } = this.#options;
    const { items, range } = replay.wish;
    this.#told = this.#focus;
    const request: orrery.ReplayRequest = {
      items: [...items],
      every: this.every,
      // The range of lost samples is short and needs no overview.
      coarse: range === undefined,
      ...(range && { stretches: [...range.stretches], ...timesOf(range) }),
      ...(this.#focus && { focus: timesOf(this.#focus) }),
    };
    const answer = await node.request(`${manager}/replay`, request, { response: "orrery.msgs.ReplayStart" });
    if (this.#isDisposed) return;
    const { id = "", topic = "", described = [] } = answer;
    replay.id = id;
    const left = described.filter(({ unavailable = "" }) => unavailable !== "");
    for (const { name = "", unavailable = "" } of left) {
      items.delete(name);
      onProgress([name], 1, unavailable);
    }
    const columns = new PastColumns(described.filter(({ unavailable = "" }) => unavailable === ""));
    replay.subscription = node.subscribe(
      topic,
      "orrery.msgs.ReplaySamples",
      ({ value }) => this.#take(replay, columns, value),
      { queue: QUEUE, hostOnly: true },
    );
    if (replay.isCancelled) this.#cancel(replay);
  }

  #take(replay: Replay, columns: PastColumns, message: orrery.ReplaySamples): void {
    const { progress = 0, done = false, error = "" } = message;
    const { onDescribed, onSamples, onProgress } = this.#options;
    const { described = [] } = message.samples ?? {};
    if (described.length > 0) onDescribed(described);
    for (const column of columns.read(message)) if (replay.wish.items.has(column.name)) onSamples(column);
    // Said once of a part that is left out; the rest continues.
    replay.missing ||= error;
    if (done) this.#end(replay, replay.isCancelled ? CANCELLED : replay.missing);
    else onProgress([...replay.wish.items], progress, replay.missing);
  }

  #end(replay: Replay, error: string): void {
    replay.subscription?.[Symbol.dispose]();
    if (this.#running !== replay) return;
    this.#running = undefined;
    this.#options.onProgress([...replay.wish.items], error === "" ? 1 : 0, error);
    this.#goOn();
  }
}

/** A replay is told of a new focus at most this often, in ms. */
const FOCUS_MS = 300;
/** A focus counts as the same if it differs by less than this share of its length. */
const SAME_SHARE = 0.25;

function isNear(told: TimeRange | undefined, { from, to }: TimeRange): boolean {
  const slack = SAME_SHARE * (to - from);
  return told !== undefined && Math.abs(told.from - from) <= slack && Math.abs(told.to - to) <= slack;
}

function timesOf({ from, to }: TimeRange): Pick<orrery.ReplayRequest, "start" | "end"> {
  const time = (seconds: number): NonNullable<orrery.ReplayRequest["start"]> =>
    toSecNsec(fromSeconds(Math.max(0, seconds)));
  return { start: time(from), end: time(to) };
}

/** Reads the columns of a replay's samples. */
class PastColumns {
  readonly #items: readonly orrery.IntrospectionItem[];
  /** The items of the present columns, by stretch. */
  readonly #layouts = new Map<string, readonly orrery.IntrospectionItem[]>();
  /** How far each stretch has been replayed. */
  readonly #ends = new Map<string, number>();

  constructor(items: readonly orrery.IntrospectionItem[]) {
    this.#items = items;
  }

  *read({ stretch = "", samples = {}, coarse = false, from = 0, to = 0 }: orrery.ReplaySamples): Iterable<PastColumn> {
    const { times = [], values = [], since, described = [] } = samples;
    if (described.length > 0) this.#layouts.set(stretch, described);
    // A range without samples counts, too: nothing is missing there.
    if (times.length === 0 && !(to > from)) return;
    const [first = to, last = to] = [times[0], times.at(-1)];
    const start = to > 0 ? from : (this.#ends.get(stretch) ?? since ?? first - INSTANT);
    const end = Math.max(to, last);
    const range = { from: Math.min(start, first - INSTANT), to: end };
    if (!coarse) this.#ends.set(stretch, end);
    const shared = Float64Array.from(times);
    let offset = 0;
    const layout = this.#layouts.get(stretch) ?? this.#items;
    for (const item of layout) {
      for (let column = 0; column < columnsOf(item.type ?? "").length; column++, offset += times.length) {
        const own = Float64Array.from(values.slice(offset, offset + times.length));
        const grain = coarse ? "coarse" : "complete";
        yield { stretch, name: item.name ?? "", column, range, samples: { times: shared, values: own }, grain };
      }
    }
  }
}

/** Why the past of an item is not complete. */
export const CANCELLED = "Its past was not filled in to the end: that was cancelled";
