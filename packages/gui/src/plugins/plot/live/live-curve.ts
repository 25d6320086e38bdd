import { Track, type ChunkPool, type Keep, type Stretches } from "@orrery/plots";
import { addSamples, INSTANT } from "../data/add-samples.ts";
import type { SourceState } from "../sources/source.ts";
import type { RowTaker } from "./live-rows.ts";

export interface LiveCurveParts {
  readonly key: string;
  readonly keep: Keep;
  readonly pool: ChunkPool;
}

/** A thing that has samples only from now on: what is known of it, and its tracks. */
export class LiveCurve implements RowTaker {
  readonly key: string;
  /** How many users it has. */
  users = 0;
  /** The least simulated time from one sample to the next, in seconds; samples in between are left out. */
  period = 0;
  /** By column. */
  readonly tracks: Track[] = [];
  readonly #pool: ChunkPool;
  #keep: Keep;
  #history: Stretches | undefined;
  #state: SourceState;
  /** The time of the last sample; NaN when samples may be missing after it. */
  #last = NaN;
  #stretch = "";

  constructor({ key, keep, pool }: LiveCurveParts) {
    this.key = key;
    this.#keep = keep;
    this.#pool = pool;
    this.#state = { key, described: undefined, progress: 1, error: "" };
  }

  /** The same object until something changes. */
  get state(): SourceState {
    return this.#state;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const track of this.tracks) track.keep = keep;
  }

  note(news: Partial<SourceState>): void {
    const names = Object.keys(news) as (keyof SourceState)[];
    if (names.some((name) => news[name] !== this.#state[name])) this.#state = { ...this.#state, ...news };
  }

  follow(history: Stretches): void {
    this.#history = history;
    for (const track of this.tracks) track.follow(history);
  }

  take(stretch: string, time: number, values: Float64Array): void {
    // Rounding must not leave out a sample that comes just in time.
    const isEarly = time > this.#last && time - this.#last < this.period - INSTANT;
    if (isEarly && stretch === this.#stretch) return;
    this.#stretch = stretch;
    const since = this.#last < time ? this.#last : time - INSTANT;
    for (let column = 0; column < values.length; column++) {
      addSamples(this.#track(column), { stretch, times: [time], values, offset: column, since });
    }
    this.#last = time;
  }

  miss(): void {
    this.#last = NaN;
  }

  /** Forgets all samples: a new run has begun. */
  clear(): void {
    this.tracks.length = 0;
    this.#last = NaN;
  }

  #track(column: number): Track {
    const known = this.tracks[column];
    if (known !== undefined) return known;
    const track = new Track({ keep: this.#keep, pool: this.#pool });
    if (this.#history !== undefined) track.follow(this.#history);
    this.tracks[column] = track;
    return track;
  }
}
