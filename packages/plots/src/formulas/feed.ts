import { Aligner, type TimeBase } from "./align.ts";
import type { Formula } from "./compile.ts";
import type { FormulaRun } from "./run.ts";

/** Samples of a curve, as columns of equal length. */
export interface CurveSamples {
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
}

/**
 * Computes a formula over curves that come in bit by bit, each with times of its own. Ends with a jump in time, after
 * which there is another feed.
 */
export class FormulaFeed {
  readonly #aligner: Aligner;
  readonly #run: FormulaRun;

  constructor(formula: Formula, base: TimeBase = "union") {
    this.#aligner = new Aligner(
      formula.inputs.map(({ info }) => info),
      base,
    );
    this.#run = formula.start();
  }

  /** Adds samples of the curve that is this input of the formula. */
  append(input: number, { times, columns }: CurveSamples): void {
    this.#aligner.append(input, times, columns);
  }

  /** Takes the results up to the time that every curve has reached. */
  take(): CurveSamples {
    const { times, inputs } = this.#aligner.take();
    return { times, columns: this.#run.append(times, inputs) };
  }

  /** Takes all that is left. */
  finish(): CurveSamples {
    const { times, inputs } = this.#aligner.finish();
    return { times, columns: this.#run.append(times, inputs) };
  }
}

/**
 * Computes a formula over whole curves, which are its inputs in their order. A single curve, and curves that share
 * their times, are taken as they are, with several samples at one time and jumps back. A formula without curves has no
 * times of its own, and gives nothing here: append times to a run of it.
 */
export function evaluateFormula(formula: Formula, curves: readonly CurveSamples[], base?: TimeBase): CurveSamples {
  const [first] = curves;
  if (first === undefined)
    return { times: new Float64Array(0), columns: formula.start().append(new Float64Array(0), []) };
  if (curves.every(({ times }) => areSame(times, first.times))) {
    const columns = formula.start().append(
      first.times,
      curves.map(({ columns }) => columns),
    );
    return { times: first.times, columns };
  }
  const feed = new FormulaFeed(formula, base);
  for (const [i, curve] of curves.entries()) feed.append(i, curve);
  return feed.finish();
}

function areSame(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((time, i) => time === b[i]));
}
