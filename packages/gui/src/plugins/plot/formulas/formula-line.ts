import {
  FormulaFeed,
  indexAfter,
  readSamples,
  type CurveSamples,
  type Formula,
  type Series,
  type Track,
} from "@orrery/plots";
import { addSamples, INSTANT } from "../data/add-samples.ts";

/** The samples of one column of an input, by stretch. */
export type InputTrack = Pick<Track, "series">;

/** The tracks of one input, by column. */
export type InputTracks = readonly (InputTrack | undefined)[];

/** The series of a stretch of an input, as it was when it was read. */
interface ReadPart {
  readonly series: Series | undefined;
  readonly refills: number;
}

/**
 * Computes a formula along one line of history. Functions over time continue from stretch to stretch. New samples at
 * the end of the line are computed as they arrive.
 */
export class FormulaLine {
  readonly stretches: readonly string[];
  readonly #inputs: readonly InputTracks[];
  readonly #feed: FormulaFeed;
  /** Indexed by stretch, then by input. */
  readonly #parts: readonly (readonly ReadPart[])[];
  /** For each input, the time of the last sample that was read. */
  readonly #readTo: number[];

  constructor(formula: Formula, inputs: readonly InputTracks[], stretches: readonly string[]) {
    this.stretches = stretches;
    this.#inputs = inputs;
    this.#feed = new FormulaFeed(formula);
    this.#parts = stretches.map((stretch) => inputs.map((tracks) => partOf(tracks, stretch)));
    this.#readTo = inputs.map(() => -Infinity);
  }

  /** Returns whether nothing has changed except for samples added at the end. */
  isValid(stretches: readonly string[]): boolean {
    if (stretches.length !== this.stretches.length || stretches.some((id, i) => id !== this.stretches[i])) return false;
    return this.#parts.every((parts, i) =>
      parts.every(({ series, refills }, input) => {
        const now = partOf(this.#inputs[input]!, this.stretches[i]!);
        // A series that did not exist yet counts as samples at the end.
        const isNew = series === undefined && i === this.#parts.length - 1 && now.refills === 0;
        return isNew || (now.series === series && now.refills === refills);
      }),
    );
  }

  /** Computes all stretches of the line. Skipped ones are computed for functions over time, but not written. */
  computeAll(out: readonly Track[], skipped: ReadonlySet<string>): void {
    for (const stretch of this.stretches) {
      const result = this.#computeNext(stretch);
      if (skipped.has(stretch)) continue;
      for (const [column, track] of out.entries()) this.#fill(track, stretch, result.times, result.columns[column]!);
    }
  }

  /** Computes the new samples at the end. Returns whether there were any. */
  computeMore(out: readonly Track[]): boolean {
    const stretch = this.stretches.at(-1);
    if (stretch === undefined) return false;
    const { times, columns } = this.#computeNext(stretch);
    const [first] = times;
    if (first === undefined) return false;
    for (const [column, track] of out.entries()) {
      const since = this.#knownBefore(stretch, track.series(stretch)?.lastTime ?? NaN, first);
      addSamples(track, { stretch, times, values: columns[column]!, offset: 0, since });
    }
    return true;
  }

  #computeNext(stretch: string): CurveSamples {
    for (const [i, tracks] of this.#inputs.entries()) {
      const from = this.#readTo[i]!;
      const samples = readInput(tracks, stretch, from);
      if (samples.times.length === 0) continue;
      this.#readTo[i] = samples.times.at(-1)!;
      this.#feed.append(i, samples);
    }
    return this.#feed.take();
  }

  /** Fills results into a stretch, where all inputs are known. */
  #fill(track: Track, stretch: string, times: Float64Array, values: Float64Array): void {
    for (const { from, to } of this.#knownSpans(stretch)) {
      const [first, end] = [indexAfter(times, from), indexAfter(times, to)];
      const samples = { times: times.slice(first, end), values: values.slice(first, end) };
      if (end > first) track.fill(stretch, from, to, samples);
    }
  }

  #knownSpans(stretch: string): { readonly from: number; readonly to: number }[] {
    let spans = [{ from: -Infinity, to: Infinity }];
    for (const [first] of this.#inputs) {
      const known = first?.series(stretch)?.coverage.spans ?? [];
      spans = spans.flatMap((span) =>
        known.flatMap(({ from, to }) => {
          const both = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
          return both.from < both.to ? [both] : [];
        }),
      );
    }
    return spans;
  }

  #knownBefore(stretch: string, last: number, first: number): number {
    if (Number.isNaN(last)) return first - INSTANT;
    const isKnown = this.#inputs.every(([track]) => track?.series(stretch)?.coverage.missing(last, first).length === 0);
    return isKnown ? last : first - INSTANT;
  }
}

function partOf([track]: InputTracks, stretch: string): ReadPart {
  const series = track?.series(stretch);
  return { series, refills: series?.refills ?? 0 };
}

/** Reads the samples of an input that are later than a time, with a gap wherever some are missing. */
function readInput(tracks: InputTracks, stretch: string, after: number): CurveSamples {
  const columns = tracks.map((track) => track?.series(stretch));
  const [first] = columns;
  if (first === undefined || columns.some((series) => series === undefined)) {
    return { times: new Float64Array(0), columns: tracks.map(() => new Float64Array(0)) };
  }
  const from = after + INSTANT / 2;
  const read = columns.map((series) => readSamples(series!, from));
  const { times } = read[0]!;
  const gaps = gapsBetween(first, times, after);
  if (gaps.length === 0) return { times, columns: read.map(({ values }) => values) };
  return {
    times: withGaps(times, gaps, (i) => gapTime(times, i, after)),
    columns: read.map(({ values }) => withGaps(values, gaps, () => NaN)),
  };
}

/** Returns the indices of the samples that have a gap right before them. */
function gapsBetween(series: Series, times: Float64Array, after: number): number[] {
  if (times.length === 0) return [];
  const start = Number.isFinite(after) ? after : times[0]!;
  return series.coverage
    .missing(start, times.at(-1)!)
    .map(({ to }) => times.findIndex((time) => time >= to))
    .filter((i) => i >= 0);
}

/** Returns a time between a sample and the one before it. */
function gapTime(times: Float64Array, i: number, after: number): number {
  const before = i > 0 ? times[i - 1]! : after;
  return Number.isFinite(before) ? (before + times[i]!) / 2 : times[i]! - INSTANT / 2;
}

function withGaps(numbers: Float64Array, gaps: readonly number[], at: (index: number) => number): Float64Array {
  const out = new Float64Array(numbers.length + gaps.length);
  let [from, to] = [0, 0];
  for (const gap of gaps) {
    out.set(numbers.subarray(from, gap), to);
    to += gap - from;
    out[to++] = at(gap);
    from = gap;
  }
  out.set(numbers.subarray(from), to);
  return out;
}
