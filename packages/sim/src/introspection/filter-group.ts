import type { gz, orrery } from "@orrery/msgs";
import { toSecNsec } from "../base/time.ts";
import type { Publisher } from "../transport/publisher.ts";
import type { Filter } from "./filter.ts";
import type { ItemSampler } from "./item-sampler.ts";
import { anyOf } from "./item-types.ts";
import type { Step } from "./watched-step.ts";

/** Real time between two batches: pages draw no faster. */
const BATCH_MS = 1000 / 30;
/** A batch is sent earlier once it has this many bytes, as in a world that runs as fast as it can. */
const BATCH_BYTES = 1 << 20;

/** The topics of a filter. */
export class Outlet {
  readonly filter: Filter;
  readonly single: Publisher<gz.Param_V>;
  readonly batches: Publisher<orrery.ItemSamples>;
  /** When somebody listened last, or when it was made, by the host's clock. */
  heardMs: number;
  wasHeard = false;
  /** Whether it gets the samples that wait. An outlet with its first listener within a step begins with the next one. */
  isTaking = false;

  constructor(filter: Filter, topics: Pick<Outlet, "single" | "batches">, nowMs: number) {
    this.filter = filter;
    ({ single: this.single, batches: this.batches } = topics);
    this.heardMs = nowMs;
  }

  get isHeard(): boolean {
    return this.batches.hasSubscribers || this.single.hasSubscribers;
  }

  noteHeard(nowMs: number): void {
    if (!this.isHeard) return;
    this.heardMs = nowMs;
    this.wasHeard = true;
  }
}

/** Which part of a world's history samples belong to. */
export interface SampledPart {
  readonly timeline: number;
  readonly stretch: string;
}

/** Filters that watch the same: each sample is taken and packed once for all of them. */
export class FilterGroup {
  readonly #sampler: ItemSampler;
  readonly #outlets = new Set<Outlet>();
  #sentMs: number;
  /** Whether a sample is taken in the present step. */
  #hasBegun = false;
  /** Whether somebody listened in the step before. */
  #isWatched = false;

  constructor(sampler: ItemSampler, nowMs: number) {
    this.#sampler = sampler;
    this.#sentMs = nowMs;
  }

  get isEmpty(): boolean {
    return this.#outlets.size === 0;
  }

  add(outlet: Outlet): void {
    outlet.isTaking = false;
    this.#outlets.add(outlet);
  }

  remove(outlet: Outlet): void {
    this.#outlets.delete(outlet);
  }

  /** Returns whether a sample is to be taken in a step. Then call `begin`. */
  prepare(step: Pick<Step, "count">, part: SampledPart): boolean {
    this.#hasBegun = false;
    if (!this.#sampler.isDue(step)) return false;
    for (const outlet of this.#outlets) {
      const { hasSubscribers } = outlet.batches;
      // Those who listen from now on get none of the samples before.
      if (hasSubscribers !== outlet.isTaking) this.send(part);
      outlet.isTaking = hasSubscribers;
      this.#hasBegun ||= outlet.isHeard;
    }
    return this.#hasBegun;
  }

  begin(): void {
    this.#sampler.begin();
  }

  /** Takes the sample of a step that has begun, and sends what is due. */
  sample(step: Step, part: SampledPart, nowMs: number): void {
    let [isHeard, isTaken] = [false, false];
    for (const outlet of this.#outlets) {
      outlet.noteHeard(nowMs);
      isHeard ||= outlet.isHeard;
      isTaken ||= outlet.isTaking;
    }
    if (isHeard && !this.#isWatched) this.#watch(step);
    this.#isWatched = isHeard;
    if (this.#hasBegun) {
      this.#sampler.sample(step);
      for (const outlet of this.#outlets) this.#sampleOne(outlet, step);
      // Nobody takes batches: the queue would grow without limit.
      if (!isTaken) this.#sampler.drop();
    }
    if (nowMs - this.#sentMs < BATCH_MS && this.#sampler.bytes < BATCH_BYTES) return;
    this.#sentMs = nowMs;
    this.send(part);
  }

  /** Ends the batch, because the next step belongs to another part of the history. */
  turn(part: SampledPart): void {
    this.send(part);
    this.#isWatched = false;
  }

  /** Sends what waits, in a pass without a step. */
  idle(part: SampledPart, nowMs: number): void {
    for (const outlet of this.#outlets) outlet.noteHeard(nowMs);
    this.send(part);
  }

  /** Sends the samples that wait. */
  send({ timeline, stretch }: SampledPart): void {
    if (!this.#sampler.hasSamples) return;
    for (const rows of this.#sampler.take()) {
      for (const { filter, batches, isTaking } of this.#outlets) {
        if (isTaking) batches.publish({ ...filter.batchOf(rows, timeline), stretch });
      }
    }
  }

  #watch({ count, timeNs, dt }: Step): void {
    // A step that was due is missing if the first listener came within it.
    const isMissing = !this.#hasBegun && this.#sampler.isDue({ count });
    this.#sampler.watchFrom(isMissing ? timeNs : timeNs - Math.round(dt * 1e9));
  }

  #sampleOne({ filter, single, isTaking, isHeard }: Outlet, step: Step): void {
    if (single.hasSubscribers) single.publish(paramsOf(this.#sampler, step));
    if (isHeard && !isTaking) filter.skip();
  }
}

/** Makes a message of the last sample: one Param for each item, with its name and value. */
function paramsOf(sampler: ItemSampler, { timeNs, count }: Step): gz.Param_V {
  const header = { stamp: toSecNsec(timeNs), data: [{ key: "iterations", value: [String(count)] }] };
  const param = sampler.last().map(({ info, values }) => ({ params: { [info.name]: anyOf(info.type, values, 0) } }));
  return { header, param };
}
