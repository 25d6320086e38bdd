import { ChunkPool } from "./chunk.ts";
import type { Grain } from "./coverage.ts";
import { amountOf, keepOf, limitOf, type Keep } from "./keep.ts";
import type { Samples } from "./samples.ts";
import { Series, type AppendOptions } from "./series.ts";
import { lineTo, type Stretches, type StretchRange } from "./stretches.ts";
import { handOver } from "./track-heirs.ts";

export interface TrackOptions {
  /** For all stretches together. What is not on the present line has at most half of it. */
  readonly keep?: Keep;
  /** Tracks of one pool hand their memory on to each other. */
  readonly pool?: ChunkPool;
}

/** The data of a curve on every line of history: a series for each stretch. */
export class Track {
  #keep: Keep;
  readonly #pool: ChunkPool;
  /** In the order of their last writes. */
  readonly #series = new Map<string, Series>();
  #stretches: ReadonlyMap<string, StretchRange> = new Map();
  #present: readonly string[] = [];

  constructor({ keep = { samples: Infinity }, pool = new ChunkPool() }: TrackOptions = {}) {
    this.#keep = keep;
    this.#pool = pool;
  }

  get keep(): Keep {
    return this.#keep;
  }

  /** Drops what exceeds the new limit at once. */
  set keep(keep: Keep) {
    this.#keep = keep;
    for (const series of this.#series.values()) series.keep = keep;
    this.#trim();
  }

  /** The ids of the stretches that lead to now, as the history said last. */
  get present(): readonly string[] {
    return this.#present;
  }

  /** Appends samples at the end of a stretch. The history need not have listed it yet. */
  append(stretch: string, times: ArrayLike<number>, values: ArrayLike<number>, options?: AppendOptions): void {
    this.#written(stretch).append(times, values, options);
    this.#trim();
  }

  /** Puts samples in place of those in a range of a stretch, as `Series.fill` does. */
  fill(stretch: string, from: number, to: number, samples: Samples, grain?: Grain): void {
    this.#written(stretch).fill(from, to, samples, grain);
    this.#trim();
  }

  /** Returns the series of a stretch, if it has one. */
  series(stretch: string): Series | undefined {
    return this.#series.get(stretch);
  }

  /** Returns the series of stretches in the order given, without those that have no samples. */
  line(stretches: Iterable<string> = this.#present): Series[] {
    const line: Series[] = [];
    for (const id of stretches) {
      const series = this.#series.get(id);
      if (series !== undefined && series.count > 0) line.push(series);
    }
    return line;
  }

  /** Returns the stretches with samples that are not on a line. */
  branches(line: Iterable<string> = this.#present): { readonly stretch: string; readonly series: Series }[] {
    const onLine = new Set(line);
    return [...this.#series]
      .filter(([stretch, { count }]) => !onLine.has(stretch) && count > 0)
      .map(([stretch, series]) => ({ stretch, series }));
  }

  /**
   * Follows the history as it is now. Where a stretch was split, its earlier samples go to the stretch that took its
   * earlier part. Where stretches were merged, they go to the one that is left. Samples of other stretches that are gone
   * are dropped.
   */
  follow({ stretches, present }: Stretches): void {
    const now = new Map(stretches.map((stretch) => [stretch.id, stretch]));
    const line = lineTo(present, now);
    handOver({
      series: this.#series,
      make: () => this.#make(),
      before: this.#stretches,
      lineBefore: this.#present,
      now,
      line,
    });
    this.#stretches = now;
    this.#present = line;
    this.#trim();
  }

  /** Returns the series of a stretch, as the one that was written to last. */
  #written(stretch: string): Series {
    const series = this.#series.get(stretch) ?? this.#make();
    this.#series.delete(stretch);
    this.#series.set(stretch, series);
    return series;
  }

  #make(): Series {
    return new Series({ keep: this.#keep, pool: this.#pool });
  }

  /** Drops what is too much: first of stretches off the line, longest ago first, then from the beginning of the line. */
  #trim(): void {
    const limit = limitOf(this.#keep);
    if (limit === Infinity || this.#total() <= limit / 2) return;
    const onLine = new Set(this.#present);
    const others = [...this.#series].filter(([id]) => !onLine.has(id)).map(([, series]) => series);
    // A stretch that the history has not listed yet is the one that the world is in.
    const live = [...this.#series.keys()].at(-1);
    const isUnlisted = live !== undefined && !this.#stretches.has(live);
    if (isUnlisted) others.pop();
    const line = this.line();
    if (isUnlisted) line.push(this.#series.get(live)!);
    const left = this.#trimTo(limit / 2, others);
    this.#trimTo(limit - left, line);
  }

  #total(): number {
    let total = 0;
    for (const series of this.#series.values()) total += amountOf(this.#keep, series);
    return total;
  }

  /** Drops samples, those of the first series first, until all are within a limit. Returns how much there is then. */
  #trimTo(limit: number, list: readonly Series[]): number {
    let total = 0;
    for (const series of list) total += amountOf(this.#keep, series);
    for (const series of list) {
      if (total <= limit) break;
      const amount = amountOf(this.#keep, series);
      const excess = total - limit;
      series.trim(amount <= excess ? { samples: 0 } : keepOf(this.#keep, amount - excess));
      total += amountOf(this.#keep, series) - amount;
    }
    return total;
  }
}
