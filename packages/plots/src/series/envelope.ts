import { indexAfter, indexAt, indexNear } from "./samples.ts";
import { chunkAt, type SeriesView } from "./series-view.ts";
import { widen } from "./pyramid.ts";

/** What to draw of a series in each column of pixels: a line from the first sample to the last, past both extremes. */
export class Envelope {
  /** Columns that there is room for. */
  readonly capacity: number;
  /** Columns written last. */
  columns = 0;
  /** Samples in each column, those without a number included. */
  readonly counts: Uint32Array;
  /** Values of the first sample of each column; NaN where there is none, or where it is no number. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** The least number of each column; NaN where there is none. */
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** 1 where no line leads to the first sample from the sample before: one of them has no number, or some are missing. */
  readonly broken: Uint8Array;
  /** The last sample left of all columns; NaN if there is none. */
  beforeTime = NaN;
  beforeValue = NaN;
  /** The first sample right of all columns; its value is NaN if no line leads to it. */
  afterTime = NaN;
  afterValue = NaN;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.counts = new Uint32Array(capacity);
    this.first = new Float64Array(capacity);
    this.last = new Float64Array(capacity);
    this.least = new Float64Array(capacity);
    this.greatest = new Float64Array(capacity);
    this.broken = new Uint8Array(capacity);
  }
}

/**
 * Writes what to draw of the samples between two times, in columns of equal width. A sample on the edge of two columns
 * belongs to the right one. Takes time by columns, hardly by samples, and allocates nothing.
 */
export function envelope(view: SeriesView, from: number, to: number, columns: number, out: Envelope): void {
  if (columns > out.capacity) throw new Error(`${columns} columns, but there is room for ${out.capacity}`);
  const { chunks, coverage } = view;
  const { counts, first, last, least, greatest, broken } = out;
  out.columns = columns;
  let c = chunkAt(chunks, from);
  let i = c < chunks.length ? indexAt(chunks[c]!.times, from, chunks[c]!.start, chunks[c]!.end) : 0;
  readBefore(view, c, i, out);
  let previousTime = out.beforeTime;
  let previousValue = out.beforeValue;
  let knownUntil = -Infinity;
  let width = 0;
  for (let column = 0; column < columns; column++) {
    const isLast = column === columns - 1;
    const edge = isLast ? to : from + ((to - from) * (column + 1)) / columns;
    let count = 0;
    least[column] = Infinity;
    greatest[column] = -Infinity;
    first[column] = last[column] = NaN;
    broken[column] = 0;
    while (c < chunks.length) {
      const chunk = chunks[c]!;
      const { times, values, end } = chunk;
      const stop = isLast ? indexAfter(times, edge, i, end) : indexNear(times, edge, i, end, i + width);
      if (stop > i) {
        if (count === 0) {
          const time = times[i]!;
          first[column] = values[i]!;
          if (!(time <= knownUntil)) knownUntil = coverage.knownUntil(previousTime);
          // Not a number differs from itself.
          const isJoined = previousValue === previousValue && values[i] === values[i] && time <= knownUntil;
          broken[column] = isJoined ? 0 : 1;
        }
        widen(chunk, i, stop, least, greatest, column);
        count += stop - i;
        previousTime = times[stop - 1]!;
        previousValue = last[column] = values[stop - 1]!;
        i = stop;
      }
      if (stop < end) break;
      c++;
      i = chunks[c]?.start ?? 0;
    }
    counts[column] = width = count;
    if (least[column]! > greatest[column]!) least[column] = greatest[column] = NaN;
  }
  out.afterTime = out.afterValue = NaN;
  if (c >= chunks.length) return;
  const { times, values } = chunks[c]!;
  out.afterTime = times[i]!;
  const isJoined = previousValue === previousValue && times[i]! <= coverage.knownUntil(previousTime);
  out.afterValue = isJoined ? values[i]! : NaN;
}

/** Notes the sample before the one with an index in a chunk. */
function readBefore({ chunks }: SeriesView, chunk: number, index: number, out: Envelope): void {
  const isWithin = chunk < chunks.length && index > chunks[chunk]!.start;
  const before = isWithin ? chunks[chunk] : chunks[chunk - 1];
  out.beforeTime = before === undefined ? NaN : before.times[isWithin ? index - 1 : before.end - 1]!;
  out.beforeValue = before === undefined ? NaN : before.values[isWithin ? index - 1 : before.end - 1]!;
}
