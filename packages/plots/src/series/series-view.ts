import type { Chunk } from "./chunk.ts";
import { Coverage } from "./coverage.ts";
import { indexAfter, indexAt, type Samples } from "./samples.ts";

/** Samples to read: of one series, or of several that follow each other. Valid until a series is written to. */
export interface SeriesView {
  /** In the order of their times. None is empty. */
  readonly chunks: readonly Chunk[];
  readonly coverage: Coverage;
}

/**
 * Makes one view of series that follow each other, as those of a line of history do. Where the clock was reset, only
 * what comes after is in it.
 */
export function joinSeries(series: readonly SeriesView[]): SeriesView {
  const chunks: Chunk[] = [];
  const parts: SeriesView[] = [];
  for (const part of series) {
    const [first] = part.chunks;
    if (first !== undefined && chunks.length > 0 && first.firstTime < chunks.at(-1)!.lastTime) {
      chunks.length = parts.length = 0;
    }
    chunks.push(...part.chunks);
    parts.push(part);
  }
  const coverage = new Coverage();
  for (const part of parts) coverage.add(part.coverage);
  return { chunks, coverage };
}

/** Returns the index of the first chunk that has samples at a time or later; their number if there is none. */
export function chunkAt(chunks: readonly Chunk[], time: number): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle]!.lastTime < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how many samples lie between two times, both included. */
export function countBetween({ chunks }: SeriesView, from: number, to: number): number {
  let count = 0;
  for (let c = chunkAt(chunks, from); c < chunks.length && chunks[c]!.firstTime <= to; c++) {
    const { times, start, end } = chunks[c]!;
    count += Math.max(0, indexAfter(times, to, start, end) - indexAt(times, from, start, end));
  }
  return count;
}

/** Copies the samples between two times, both included. */
export function readSamples(view: SeriesView, from = -Infinity, to = Infinity): Samples {
  const { chunks } = view;
  const count = countBetween(view, from, to);
  const samples = { times: new Float64Array(count), values: new Float64Array(count) };
  let at = 0;
  for (let c = chunkAt(chunks, from); at < count; c++) {
    const { times, values, start, end } = chunks[c]!;
    const first = indexAt(times, from, start, end);
    const stop = indexAfter(times, to, first, end);
    samples.times.set(times.subarray(first, stop), at);
    samples.values.set(values.subarray(first, stop), at);
    at += stop - first;
  }
  return samples;
}
