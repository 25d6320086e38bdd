import type { gz, orrery } from "@orrery/msgs";
import { toSecNsec } from "../base/time.ts";
import type { Message } from "../transport/message.ts";
import type { Node } from "../transport/node.ts";
import type { Publisher } from "../transport/publisher.ts";
import type { Filter } from "./filter.ts";
import { Filters } from "./filters.ts";
import { itemMessage } from "./item-message.ts";
import { anyOf } from "./item-types.ts";
import type { IntrospectionManager } from "./manager.ts";
import type { Step } from "./watched-step.ts";

export interface IntrospectionOptions {
  readonly manager: IntrospectionManager;
  readonly node: Node;
  /** The host's clock in milliseconds: it decides when samples are sent, never what they are. */
  readonly nowMs: () => number;
}

/** How many items one answer lists. */
const MAX_LISTED = 10_000;
/** Real time between two batches: pages draw no faster. */
const BATCH_MS = 1000 / 30;
/** A batch is sent earlier once it has this many bytes, as in a world that runs as fast as it can. */
const BATCH_BYTES = 1 << 20;
/** How long a new filter waits for its first listener. */
const UNHEARD_MS = 15_000;
/** How long a filter lives without listeners: one that changes to the other topic is gone for a moment. */
const LEFT_MS = 2000;
/** Real time between two searches for such filters. */
const LOOK_MS = 1000;

interface Outlets {
  readonly single: Publisher<gz.Param_V>;
  readonly batches: Publisher<orrery.ItemSamples>;
  /** When somebody listened last, or when it was made, by the host's clock. */
  heardMs: number;
  wasHeard: boolean;
  sentMs: number;
  /** Whether the filter is sampled in the present step. One that gets its first listener within a step waits. */
  hasBegun: boolean;
  /** Whether it was listened to in the step before. */
  isWatched: boolean;
}

/**
 * Lets others list and watch a manager's items. Whoever owns the manager calls `begin` before a step and `sample` after
 * it. A filter that nobody listens to costs nothing, and soon ends. So the filters of a session end with it.
 */
export class Introspection implements Disposable {
  readonly manager: IntrospectionManager;
  readonly #filters: Filters;
  readonly #node: Node;
  readonly #nowMs: () => number;
  readonly #outlets = new Map<Filter, Outlets>();
  readonly #prefix: string;
  #timeline = 0;
  #stretch = "";
  #lookedMs = -Infinity;

  constructor({ manager, node, nowMs }: IntrospectionOptions) {
    this.manager = manager;
    this.#filters = new Filters(manager);
    this.#node = node;
    this.#nowMs = nowMs;
    this.#prefix = `/introspection/${manager.id}`;
    const asked = { needs: "viewer", isInput: false } as const;
    const name = (service: string): string => `${this.#prefix}/${service}`;
    node.service(
      name("items"),
      { ...asked, request: "orrery.msgs.ItemQuery", response: "orrery.msgs.IntrospectionItems" },
      (query) => this.#list(query),
    );
    const filter = "orrery.msgs.IntrospectionFilter";
    node.service(name("set_filter"), { ...asked, request: filter, response: filter }, (wanted, message) =>
      this.#set(wanted, message),
    );
    node.service(
      name("get_filter"),
      { ...asked, request: "orrery.msgs.FilterId", response: filter },
      ({ id = "" }, { caller }) => this.#describe(this.#filters.get(id, caller)),
    );
    node.service(
      name("remove_filter"),
      { ...asked, request: "orrery.msgs.FilterId", response: "gz.msgs.Boolean" },
      ({ id = "" }, { caller }) => {
        this.#remove(this.#filters.get(id, caller));
        return { data: true };
      },
    );
  }

  /** How many filters exist. */
  get filterCount(): number {
    return this.#filters.count;
  }

  /** Lets items record the state before a step. Call it right before physics, with the step that begins. */
  begin(step: Pick<Step, "count">): void {
    if (this.#outlets.size === 0) return;
    let isFirst = true;
    for (const [filter, outlets] of this.#outlets) {
      outlets.hasBegun = isHeard(outlets) && filter.isDue(step);
      if (!outlets.hasBegun) continue;
      if (isFirst) this.manager.opened.beginStep();
      isFirst = false;
      filter.begin();
    }
  }

  /**
   * Takes samples at the end of a step, and sends what is due. `timeline` counts the world's jumps; `stretch` is the
   * part of its history that the step belongs to.
   */
  sample(step: Step, timeline: number, stretch = ""): void {
    if (this.#outlets.size === 0) return;
    if (timeline !== this.#timeline || stretch !== this.#stretch) this.#turn();
    this.#timeline = timeline;
    this.#stretch = stretch;
    const nowMs = this.#nowMs();
    this.manager.opened.endStep();
    for (const [filter, outlets] of this.#outlets) {
      if (!isHeard(outlets)) {
        outlets.isWatched = false;
        continue;
      }
      noteHeard(outlets, nowMs);
      // A step that was due is missing if the first listener came within it.
      const isMissing = !outlets.hasBegun && filter.isDue(step);
      if (!outlets.isWatched) filter.watchFrom(isMissing ? step.timeNs : startOf(step));
      outlets.isWatched = true;
      if (outlets.hasBegun) this.#sampleOne(filter, outlets, step);
      if (nowMs - outlets.sentMs >= BATCH_MS || filter.bytes >= BATCH_BYTES) this.#flush(filter, outlets, nowMs);
    }
    this.#endUnheard(nowMs);
  }

  /** Sends what waits, in a pass without a step, so that a paused world shows everything that was sampled. */
  idle(): void {
    if (this.#outlets.size === 0) return;
    const nowMs = this.#nowMs();
    for (const [filter, outlets] of this.#outlets) {
      if (isHeard(outlets)) noteHeard(outlets, nowMs);
      if (filter.hasSamples) this.#flush(filter, outlets, nowMs);
    }
    this.#endUnheard(nowMs);
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
  }

  #list({ of, words = [], limit = 0, after = "" }: orrery.ItemQuery): orrery.IntrospectionItems {
    const most = limit === 0 ? MAX_LISTED : Math.min(limit, MAX_LISTED);
    const { items, things, isPartial, next } = this.manager.list({ of, words, limit: most, after });
    const { id, revision } = this.manager;
    return { manager: id, items: items.map(itemMessage), things, partial: isPartial, next, revision };
  }

  #set(
    { id = "", items = [], every = 0 }: orrery.IntrospectionFilter,
    { caller }: Message,
  ): orrery.IntrospectionFilter {
    const before = id === "" ? undefined : this.#filters.get(id, caller);
    const nowMs = this.#nowMs();
    if (before !== undefined) this.#flush(before, this.#outlets.get(before)!, nowMs);
    const filter = this.#filters.set(id, { items, every: every === 0 ? 1 : every }, caller);
    if (before === undefined) {
      const topic = `${this.#prefix}/filter/${filter.id}`;
      this.#outlets.set(filter, {
        single: this.#node.advertise(topic, "gz.msgs.Param_V"),
        batches: this.#node.advertise(`${topic}/samples`, "orrery.msgs.ItemSamples"),
        heardMs: nowMs,
        wasHeard: false,
        sentMs: nowMs,
        hasBegun: false,
        isWatched: false,
      });
    }
    return this.#describe(filter);
  }

  #describe(filter: Filter): orrery.IntrospectionFilter {
    const { single, batches } = this.#outlets.get(filter)!;
    const { items, every } = filter.wishes;
    const described = filter.describe().map(itemMessage);
    const topics = { topic: single.topic, samples_topic: batches.topic };
    return { id: filter.id, items, every, ...topics, revision: filter.revision, described };
  }

  #remove(filter: Filter): void {
    const { single, batches } = this.#outlets.get(filter)!;
    single[Symbol.dispose]();
    batches[Symbol.dispose]();
    this.#outlets.delete(filter);
    this.#filters.remove(filter);
  }

  #sampleOne(filter: Filter, { single, batches }: Outlets, step: Step): void {
    filter.sample(step);
    if (single.hasSubscribers) single.publish(paramsOf(filter, step));
    // Nobody takes batches: the queue would grow without limit.
    if (!batches.hasSubscribers) filter.drop();
  }

  /** Ends all batches, because the next step belongs to another part of the history. */
  #turn(): void {
    const nowMs = this.#nowMs();
    for (const [filter, outlets] of this.#outlets) {
      this.#flush(filter, outlets, nowMs);
      outlets.isWatched = false;
    }
  }

  #flush(filter: Filter, outlets: Outlets, nowMs: number): void {
    outlets.sentMs = nowMs;
    for (const batch of filter.take(this.#timeline)) outlets.batches.publish({ ...batch, stretch: this.#stretch });
  }

  #endUnheard(nowMs: number): void {
    if (nowMs - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = nowMs;
    for (const [filter, { heardMs, wasHeard }] of this.#outlets)
      if (nowMs - heardMs > (wasHeard ? LEFT_MS : UNHEARD_MS)) this.#remove(filter);
  }
}

/** Returns the simulated time before a step. */
function startOf({ timeNs, dt }: Step): number {
  return timeNs - Math.round(dt * 1e9);
}

function isHeard({ single, batches }: Outlets): boolean {
  return batches.hasSubscribers || single.hasSubscribers;
}

function noteHeard(outlets: Outlets, nowMs: number): void {
  outlets.heardMs = nowMs;
  outlets.wasHeard = true;
}

/** Makes a message of the last sample: one Param for each item, with its name and value. */
function paramsOf(filter: Filter, { timeNs, count }: Step): gz.Param_V {
  const header = { stamp: toSecNsec(timeNs), data: [{ key: "iterations", value: [String(count)] }] };
  const param = filter.last().map(({ info, values }) => ({ params: { [info.name]: anyOf(info.type, values, 0) } }));
  return { header, param };
}
