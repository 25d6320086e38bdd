import type { orrery } from "@orrery/msgs";
import type { Message } from "../transport/message.ts";
import type { Node } from "../transport/node.ts";
import type { Filter } from "./filter.ts";
import { Filters } from "./filters.ts";
import { FilterGroup, Outlet, type SampledPart } from "./filter-group.ts";
import { itemMessage } from "./item-message.ts";
import type { ItemSampler } from "./item-sampler.ts";
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
/** How long a new filter waits for its first listener. */
const UNHEARD_MS = 15_000;
/** How long a filter lives without listeners: one that changes to the other topic is gone for a moment. */
const LEFT_MS = 2000;
/** Real time between two searches for such filters. */
const LOOK_MS = 1000;

/**
 * Lets others list and watch a manager's items. Whoever owns the manager calls `begin` before a step and `sample` after
 * it. A filter that nobody listens to costs nothing, and soon ends. So the filters of a session end with it.
 */
export class Introspection implements Disposable {
  readonly manager: IntrospectionManager;
  readonly #filters: Filters;
  readonly #node: Node;
  readonly #nowMs: () => number;
  readonly #outlets = new Map<Filter, Outlet>();
  /** The filters of each sampler. */
  readonly #groups = new Map<ItemSampler, FilterGroup>();
  readonly #prefix: string;
  #part: SampledPart = { timeline: 0, stretch: "" };
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
    for (const group of this.#groups.values()) {
      if (!group.prepare(step, this.#part)) continue;
      if (isFirst) this.manager.opened.beginStep();
      isFirst = false;
      group.begin();
    }
  }

  /**
   * Takes samples at the end of a step, and sends what is due. `timeline` counts the world's jumps; `stretch` is the
   * part of its history that the step belongs to.
   */
  sample(step: Step, timeline: number, stretch = ""): void {
    if (this.#outlets.size === 0) return;
    if (timeline !== this.#part.timeline || stretch !== this.#part.stretch) {
      for (const group of this.#groups.values()) group.turn(this.#part);
      this.#part = { timeline, stretch };
    }
    const nowMs = this.#nowMs();
    this.manager.opened.endStep();
    for (const group of this.#groups.values()) group.sample(step, this.#part, nowMs);
    this.#endUnheard(nowMs);
  }

  /** Sends what waits, in a pass without a step, so that a paused world shows everything that was sampled. */
  idle(): void {
    if (this.#outlets.size === 0) return;
    const nowMs = this.#nowMs();
    for (const group of this.#groups.values()) group.idle(this.#part, nowMs);
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
    const wishes = { items, every: every === 0 ? 1 : every };
    const before = id === "" ? undefined : this.#filters.get(id, caller).sampler;
    const nowMs = this.#nowMs();
    if (before !== undefined) this.#groups.get(before)!.send(this.#part);
    const filter = this.#filters.set(id, wishes, caller);
    const outlet = this.#outlets.get(filter) ?? this.#open(filter, nowMs);
    if (before !== undefined) this.#leave(before, outlet);
    this.#join(outlet, nowMs);
    return this.#describe(filter);
  }

  #open(filter: Filter, nowMs: number): Outlet {
    const topic = `${this.#prefix}/filter/${filter.id}`;
    const single = this.#node.advertise(topic, "gz.msgs.Param_V");
    const batches = this.#node.advertise(`${topic}/samples`, "orrery.msgs.ItemSamples");
    const outlet = new Outlet(filter, { single, batches }, nowMs);
    this.#outlets.set(filter, outlet);
    return outlet;
  }

  #join(outlet: Outlet, nowMs: number): void {
    const { sampler } = outlet.filter;
    let group = this.#groups.get(sampler);
    if (group === undefined) this.#groups.set(sampler, (group = new FilterGroup(sampler, nowMs)));
    group.add(outlet);
  }

  #leave(sampler: ItemSampler, outlet: Outlet): void {
    const group = this.#groups.get(sampler)!;
    group.remove(outlet);
    if (group.isEmpty) this.#groups.delete(sampler);
  }

  #describe(filter: Filter): orrery.IntrospectionFilter {
    const { single, batches } = this.#outlets.get(filter)!;
    const { items, every } = filter.wishes;
    const described = filter.describe().map(itemMessage);
    const topics = { topic: single.topic, samples_topic: batches.topic };
    return { id: filter.id, items, every, ...topics, revision: filter.revision, described };
  }

  #remove(filter: Filter): void {
    const outlet = this.#outlets.get(filter)!;
    outlet.single[Symbol.dispose]();
    outlet.batches[Symbol.dispose]();
    this.#outlets.delete(filter);
    this.#leave(filter.sampler, outlet);
    this.#filters.remove(filter);
  }

  #endUnheard(nowMs: number): void {
    if (nowMs - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = nowMs;
    for (const [filter, { heardMs, wasHeard }] of this.#outlets)
      if (nowMs - heardMs > (wasHeard ? LEFT_MS : UNHEARD_MS)) this.#remove(filter);
  }
}
