import { indexAfter, indexAt } from "./samples.ts";
import { chunkAt, type SeriesView } from "./series-view.ts";

/** Walks over the samples of a series, from one to the next. */
export class SampleReader {
  /** NaN before the first sample and after the last. */
  time = NaN;
  /** NaN before the first sample and after the last, and where there was no value. */
  value = NaN;
  readonly #view: SeriesView;
  /** Index of the chunk that it is in. */
  #chunk = 0;
  #times: Float64Array = NOTHING;
  #values: Float64Array = NOTHING;
  #index = -1;
  #end = 0;
  #knownUntil = -Infinity;

  /** Stands before the first sample. */
  constructor(view: SeriesView) {
    this.#view = view;
    this.#enter(0);
  }

  /** Moves to the last sample that is not later than a time. Returns `false`, before the first sample, if none is. */
  seek(time: number): boolean {
    const { chunks } = this.#view;
    let at = chunkAt(chunks, time);
    // Several samples may have this time, and the last of them may be in a later chunk.
    while (at < chunks.length && chunks[at]!.firstTime <= time) at++;
    if (at === 0) return this.#stand(0);
    const { times, start, end } = chunks[at - 1]!;
    return this.#stand(at - 1, indexAfter(times, time, start, end) - start);
  }

  /** Moves to the last sample before a time. Returns `false`, before the first sample, if there is none. */
  seekBefore(time: number): boolean {
    const { chunks } = this.#view;
    const at = chunkAt(chunks, time);
    const chunk = chunks[at];
    const earlier = chunk === undefined ? 0 : indexAt(chunk.times, time, chunk.start, chunk.end) - chunk.start;
    if (earlier > 0) return this.#stand(at, earlier);
    return at === 0 ? this.#stand(0) : this.#stand(at - 1, chunks[at - 1]!.count);
  }

  /** Moves to the next sample. Returns `false`, behind the last sample, if there is none. */
  next(): boolean {
    if (++this.#index >= this.#end) {
      if (this.#chunk + 1 >= this.#view.chunks.length) {
        this.#index = this.#end;
        this.time = this.value = NaN;
        return false;
      }
      this.#enter(this.#chunk + 1);
      this.#index++;
    }
    this.time = this.#times[this.#index]!;
    this.value = this.#values[this.#index]!;
    return true;
  }

  /** Moves to the sample before. Returns `false`, before the first sample, if there is none. */
  previous(): boolean {
    const { chunks } = this.#view;
    const chunk = chunks[this.#chunk];
    if (chunk === undefined) return false;
    if (this.#index > chunk.start) return this.#stand(this.#chunk, this.#index - chunk.start);
    return this.#chunk === 0 ? this.#stand(0) : this.#stand(this.#chunk - 1, chunks[this.#chunk - 1]!.count);
  }

  /** Returns whether nothing is missing between the time of a sample and a later one. */
  isKnown(from: number, to: number): boolean {
    if (!(to <= this.#knownUntil)) this.#knownUntil = this.#view.coverage.knownUntil(from);
    return to <= this.#knownUntil;
  }

  /** Stands at the last of the first `count` samples of a chunk; before all of them if it is none. */
  #stand(chunk: number, count = 0): boolean {
    this.#enter(chunk);
    this.#knownUntil = -Infinity;
    this.time = this.value = NaN;
    if (count === 0) return false;
    this.#index += count - 1;
    return this.next();
  }

  /** Stands before the samples of a chunk. */
  #enter(at: number): void {
    const chunk = this.#view.chunks[at];
    this.#chunk = at;
    if (chunk === undefined) return;
    this.#times = chunk.times;
    this.#values = chunk.values;
    this.#index = chunk.start - 1;
    this.#end = chunk.end;
  }
}

const NOTHING = new Float64Array(0);

/** Returns the value between two samples. */
export function between(time: number, t0: number, v0: number, t1: number, v1: number): number {
  if (time === t0) return v0;
  return time === t1 ? v1 : v0 + (v1 - v0) * ((time - t0) / (t1 - t0));
}
