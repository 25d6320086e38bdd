import {
  columnNames,
  compileFormula,
  type CurveInfo,
  type Formula,
  FormulaError,
  namesIn,
  quoteName,
  scopeOf,
} from "@orrery/plots";
import { nearest } from "@orrery/msgs/nearest";
import { Failure } from "../failure.ts";
import { isPattern } from "../items/item-names.ts";
import type { CurveSource } from "./curve-source.ts";

/** What somebody wants to see: a curve of the source, or a formula over some. */
export interface WantedCurve {
  /** As it was written. */
  readonly text: string;
  readonly formula: Formula;
  /** Whether values stay as they are until the next sample. */
  readonly isHeld: boolean;
}

/**
 * Finds what is meant by texts: names of curves, patterns of names, and formulas. Throws a Failure that says what is
 * wrong with one of them.
 */
export async function wantedCurves(source: CurveSource, texts: readonly string[]): Promise<WantedCurve[]> {
  const wanted = new Map<string, WantedCurve>();
  for (const text of texts) for (const curve of await meant(source, text)) wanted.set(curve.text, curve);
  return [...wanted.values()];
}

async function meant(source: CurveSource, text: string): Promise<WantedCurve[]> {
  if ((await source.info(text)) !== undefined) return [await curveOf(source, text, quoteName(text))];
  try {
    return [await curveOf(source, text, text)];
  } catch (error) {
    if (!isPattern(text)) throw error;
    // A star may be a product, too.
    const names = await source.fitting(text);
    if (names.length === 0) throw error;
    return Promise.all(names.map((name) => curveOf(source, name, quoteName(name))));
  }
}

async function curveOf(source: CurveSource, text: string, formulaText: string): Promise<WantedCurve> {
  try {
    const infos = new Map<string, CurveInfo>();
    for (const written of namesIn(formulaText)) {
      for (const name of prefixesOf(written)) {
        const info = await source.info(name);
        if (info !== undefined) infos.set(name, info);
      }
    }
    const formula = compileFormula(formulaText, scopeOf(infos));
    if (formula.inputs.length === 0) throw new Failure(`"${text}" names nothing that has values`);
    const [input] = formula.inputs;
    return {
      text,
      formula,
      isHeld: formula.inputs.length === 1 && input!.info.isHeld === true && !/[^\w:.`]/.test(text),
    };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    throw new Failure(await explained(source, text, formulaText, error));
  }
}

/** Returns a name, and what is left of it without its last parts: `pose.x` is the x of `pose` unless it is a name itself. */
function prefixesOf(name: string): string[] {
  const ends = [...name.matchAll(/\./g)].map(({ index }) => index);
  return [name, ...ends.reverse().map((end) => name.slice(0, end))];
}

/** Values that are named as examples. */
const MAX_NAMED = 4;

/** Says what is wrong with a text, and names what is near to the first unknown name in it. */
async function explained(source: CurveSource, text: string, formulaText: string, error: FormulaError): Promise<string> {
  // A topic, which would be divided by something in a formula.
  const names = text.startsWith("/") ? [text] : namesOf(formulaText);
  for (const name of names) {
    const known = await Promise.all(prefixesOf(name).map((prefix) => source.info(prefix)));
    if (known.some((info) => info !== undefined)) continue;
    const others = await source.near(name);
    const below = others.filter((other) => [".", "[", "::"].some((joint) => other.startsWith(`${name}${joint}`)));
    if (below.length > 0) return `"${name}" is no value, but has some: ${below.slice(0, MAX_NAMED).join(", ")}, …`;
    const near = nearest(name, others);
    const hint = near === undefined ? "" : `; did you mean "${near}"?`;
    return `${source.title} has no "${name}"${hint}`;
  }
  return `"${text}": ${error.message}`;
}

function namesOf(text: string): string[] {
  try {
    return namesIn(text);
  } catch {
    return [];
  }
}

/** Returns the names of the curves that a wanted one is drawn as: one for each of its columns. */
export function namesOfColumns({ text, formula }: WantedCurve): string[] {
  return columnNames(formula.shape).map((column) => (column === "" ? text : `${text}.${column}`));
}
