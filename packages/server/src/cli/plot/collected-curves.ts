import { type CurveSamples, FormulaFeed, type Keep, type NamedSamples, readSamples, Series } from "@orrery/plots";
import type { CurveSink } from "./curve-source.ts";
import { namesOfColumns, type WantedCurve } from "./wanted-curves.ts";

/** A curve to draw: one number over time. */
export interface CollectedCurve {
  readonly name: string;
  readonly unit: string;
  readonly isHeld: boolean;
  readonly series: Series;
}

/** Less than a step takes, and more than times are rounded by, in seconds. */
const INSTANT = 1e-9;

/** Computes what is wanted of the curves of a source, and keeps it. */
export class CollectedCurves implements CurveSink {
  readonly #wanted: readonly Collecting[];
  /** Where the samples of each curve of the source go. */
  readonly #users = new Map<string, { readonly collecting: Collecting; readonly input: number }[]>();

  constructor(wanted: readonly WantedCurve[], keep: Keep) {
    this.#wanted = wanted.map((curve) => new Collecting(curve, keep));
    for (const [i, { formula }] of wanted.entries()) {
      for (const [input, { name }] of formula.inputs.entries()) {
        const users = this.#users.get(name) ?? [];
        users.push({ collecting: this.#wanted[i]!, input });
        this.#users.set(name, users);
      }
    }
  }

  /** Names of the curves of the source that are needed. */
  get names(): readonly string[] {
    return [...this.#users.keys()];
  }

  get curves(): readonly CollectedCurve[] {
    return this.#wanted.flatMap(({ curves }) => curves);
  }

  add(name: string, samples: CurveSamples): void {
    for (const { collecting, input } of this.#users.get(name) ?? []) collecting.add(input, samples);
  }

  goBack(name: string, time: number): void {
    for (const { collecting } of this.#users.get(name) ?? []) collecting.goBack(time);
  }

  /** Takes what curves with different times still wait for. */
  finish(): void {
    for (const collecting of this.#wanted) collecting.finish();
  }

  /** Returns all samples, for a file. */
  samples(): NamedSamples[] {
    return this.curves.map(({ name, unit, series }) => ({
      name,
      unit,
      samples: readSamples(series, -Infinity, Infinity),
    }));
  }
}

/** One wanted curve, with a series for each of its columns. */
class Collecting {
  readonly #wanted: WantedCurve;
  #feed: FormulaFeed;
  #series: Series[];
  /** Where time has gone back to. */
  #from: number | undefined;

  constructor(wanted: WantedCurve, keep: Keep) {
    this.#wanted = wanted;
    this.#feed = new FormulaFeed(wanted.formula);
    this.#series = wanted.formula.units.map(() => new Series({ keep }));
  }

  get curves(): CollectedCurve[] {
    const { formula, isHeld } = this.#wanted;
    return namesOfColumns(this.#wanted).map((name, i) => ({
      name,
      unit: formula.units[i]!,
      isHeld,
      series: this.#series[i]!,
    }));
  }

  add(input: number, samples: CurveSamples): void {
    this.#from = undefined;
    this.#feed.append(input, samples);
    this.#take(this.#feed.take());
  }

  goBack(time: number): void {
    // All curves of a formula go back together.
    if (this.#from === time) return;
    this.#from = time;
    this.#feed = new FormulaFeed(this.#wanted.formula);
    this.#series = this.#series.map((series) => (series.lastTime < time ? series : series.split(time - INSTANT)));
  }

  finish(): void {
    this.#take(this.#feed.finish());
  }

  #take({ times, columns }: CurveSamples): void {
    if (times.length === 0) return;
    for (const [i, series] of this.#series.entries()) series.append(times, columns[i]!);
  }
}
