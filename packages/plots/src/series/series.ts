import { ChunkPool, type Chunk } from "./chunk.ts";
import { ChunkList } from "./chunk-list.ts";
import { Coverage, type Grain } from "./coverage.ts";
import { chunkCapacity, type Amount, type Keep } from "./keep.ts";
import { checkTimes, type Samples } from "./samples.ts";
import type { SeriesView } from "./series-view.ts";

export interface SeriesOptions {
  /** Without a limit, all is kept. */
  readonly keep?: Keep;
  /** Series of one pool hand their memory on to each other. */
  readonly pool?: ChunkPool;
}

export interface AppendOptions {
  /** Index of the first of the values. */
  readonly offset?: number;
  /** There are no further samples after this time. Left out: none since the last append. */
  readonly since?: number;
}

/** Simulated time is whole nanoseconds: nothing lies between a sample and what is known from this long before it. */
const INSTANT = 1e-9;

/** The data of a curve: samples are appended at the end, and what was before is filled in. */
export class Series implements SeriesView, Amount {
  readonly coverage = new Coverage();
  #keep: Keep;
  readonly #pool: ChunkPool;
  readonly #list: ChunkList;
  #revision = 0;
  #refills = 0;
  #keptFrom = -Infinity;
  /** NaN: nothing was appended. */
  #appendedUntil = NaN;

  constructor({ keep = { samples: Infinity }, pool = new ChunkPool() }: SeriesOptions = {}) {
    this.#keep = keep;
    this.#pool = pool;
    this.#list = new ChunkList(chunkCapacity(keep), pool);
  }

  /** None of them is empty. */
  get chunks(): readonly Chunk[] {
    return this.#list.chunks;
  }

  get count(): number {
    return this.#list.count;
  }

  get bytes(): number {
    return this.#list.bytes;
  }

  get seconds(): number {
    return this.count === 0 ? 0 : this.lastTime - this.firstTime;
  }

  /** NaN while there are no samples. */
  get firstTime(): number {
    return this.chunks[0]?.firstTime ?? NaN;
  }

  /** NaN while there are no samples. */
  get lastTime(): number {
    return this.chunks.at(-1)?.lastTime ?? NaN;
  }

  get keep(): Keep {
    return this.#keep;
  }

  /** Drops what exceeds the new limit at once. */
  set keep(keep: Keep) {
    this.#keep = keep;
    this.#list.capacity = chunkCapacity(keep);
    this.trim(keep);
  }

  /** Counts all changes. */
  get revision(): number {
    return this.#revision;
  }

  /** Counts the changes that were more than samples at the end, or fewer at the beginning. */
  get refills(): number {
    return this.#refills;
  }

  /** Samples before this time were dropped to keep to the limit; filling them in again would not last. */
  get keptFrom(): number {
    return this.#keptFrom;
  }

  /**
   * Appends a sample for each time. `values` may be longer: a batch has the columns of several series. Throws when times
   * decrease; nothing is appended then.
   */
  append(times: ArrayLike<number>, values: ArrayLike<number>, { offset = 0, since }: AppendOptions = {}): void {
    const { length } = times;
    if (length === 0) return;
    if (offset + length > values.length) throw new Error(`${length} times, but ${values.length - offset} values`);
    checkTimes(times, this.count === 0 ? -Infinity : this.lastTime);
    this.#list.write(this.chunks.length, times, values, { from: 0, to: length, offset });
    const last = times[length - 1]!;
    this.coverage.mark(since ?? this.#knownBefore(times[0]!), last, "complete");
    this.#appendedUntil = last;
    this.#revision++;
    this.trim(this.#keep);
  }

  /**
   * Puts samples in place of those that are later than `from` and not later than `to`, as the samples of a stretch are.
   * Coarse samples never replace complete ones.
   */
  fill(from: number, to: number, samples: Samples, grain: Grain = "complete"): void {
    const { times } = samples;
    checkTimes(times, -Infinity);
    const { length } = times;
    if (samples.values.length !== length) throw new Error(`${length} times, but ${samples.values.length} values`);
    if (length > 0 && !(times[0]! > from && times[length - 1]! <= to)) {
      throw new Error(`samples from ${times[0]} to ${times[length - 1]} are not all after ${from} and up to ${to}`);
    }
    const parts = grain === "complete" ? [{ from, to }] : this.coverage.missing(from, to, "complete");
    for (const part of parts) {
      this.#list.replace(part.from, part.to, samples);
      this.coverage.mark(part.from, part.to, grain);
    }
    this.#revision++;
    this.#refills++;
    this.trim(this.#keep);
  }

  /** Drops the oldest samples until it is within a limit. */
  trim(keep: Keep): void {
    const dropped = this.#list.trim(keep);
    if (dropped === -Infinity) return;
    this.#keptFrom = this.count === 0 ? dropped : this.firstTime;
    this.coverage.clearBefore(this.#keptFrom - INSTANT);
    this.#revision++;
  }

  /** Removes all samples. */
  clear(): void {
    this.#list.trim({ samples: 0 });
    this.coverage.clear(-Infinity, Infinity);
    this.#keptFrom = -Infinity;
    this.#appendedUntil = NaN;
    this.#revision++;
    this.#refills++;
  }

  /** Moves the samples up to a time to a new series, which it returns. */
  split(at: number): Series {
    const earlier = new Series({ keep: this.#keep, pool: this.#pool });
    this.#list.moveTo(earlier.#list, at);
    earlier.coverage.add(this.coverage.split(at));
    earlier.#keptFrom = this.#keptFrom;
    if (this.#keptFrom <= at) this.#keptFrom = -Infinity;
    if (this.#appendedUntil <= at) this.#appendedUntil = NaN;
    this.#revision++;
    this.#refills++;
    return earlier;
  }

  /** Takes over the samples of a series that ends before this one begins. That one is empty afterwards. */
  takeIn(earlier: Series): void {
    if (earlier.lastTime > this.firstTime) {
      throw new Error(`the earlier samples end at ${earlier.lastTime}, after ${this.firstTime}`);
    }
    this.#list.takeIn(earlier.#list);
    this.coverage.add(earlier.coverage);
    this.#keptFrom = Math.max(this.#keptFrom, earlier.#keptFrom);
    this.#revision++;
    this.#refills++;
    earlier.clear();
    this.trim(this.#keep);
  }

  /** Returns since when all is known, if no sample was missed between the last append and a new sample. */
  #knownBefore(first: number): number {
    if (Number.isNaN(this.#appendedUntil)) return first - INSTANT;
    const known = this.coverage.spans.at(-1)?.to ?? first;
    return Math.max(this.#appendedUntil, Math.min(known, first));
  }
}

/** Makes a series of samples that are all there. */
export function seriesOf(samples: Samples): Series {
  const series = new Series();
  series.append(samples.times, samples.values);
  return series;
}
