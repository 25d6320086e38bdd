import { readSamples, Series, type Stretches, type Track } from "@orrery/plots";
import { INSTANT } from "../data/add-samples.ts";
import type { InputTrack } from "./formula-line.ts";

interface Slice {
  readonly from: number;
  readonly to: number;
  /** Of the whole series, when the slice was made. */
  readonly revision: number;
  readonly series: Series | undefined;
}

/**
 * Lays a run, which belongs to no line of this world's history, under all of them: in each stretch, it has the samples
 * of the stretch's time.
 */
export class RunOnLine implements InputTrack {
  readonly #run: Track;
  #history: Stretches;
  readonly #slices = new Map<string, Slice>();

  constructor(run: Track, history: Stretches) {
    this.#run = run;
    this.#history = history;
  }

  follow(history: Stretches): void {
    this.#history = history;
  }

  series(id: string): Series | undefined {
    const [whole] = this.#run.line();
    const stretch = this.#history.stretches.find((each) => each.id === id);
    if (whole === undefined || stretch === undefined) return undefined;
    const from = stretch.parent === "" ? -Infinity : stretch.start;
    // The world is in this one, which grows.
    const to = id === this.#history.present ? Infinity : stretch.end;
    const { revision } = whole;
    const known = this.#slices.get(id);
    if (known?.from === from && known.to === to && known.revision === revision) return known.series;
    const series = sliceOf(whole, from, to);
    this.#slices.set(id, { from, to, revision, series });
    return series;
  }
}

/** Copies the samples that are later than a time, and not later than another one; `undefined` if there are none. */
function sliceOf(whole: Series, from: number, to: number): Series | undefined {
  const { times, values } = readSamples(whole, from + INSTANT / 2, to);
  const [first] = times;
  if (first === undefined) return undefined;
  const isKnown = from > -Infinity && whole.coverage.missing(from, first).length === 0;
  const series = new Series();
  series.append(times, values, { since: isKnown ? from : first - INSTANT });
  return series;
}
