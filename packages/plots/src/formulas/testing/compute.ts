import { compileFormula, type Formula } from "../compile.ts";
import { evaluateFormula, type CurveSamples } from "../feed.ts";
import { FormulaError } from "../formula-error.ts";
import { scopeOf, type CurveInfo } from "../scope.ts";
import type { CurveShape } from "../shape.ts";

/** A curve of a test: its columns, with a unit. */
export interface TestCurve {
  readonly unit?: string;
  readonly columns: readonly (readonly number[])[];
  readonly times?: readonly number[];
}

const SHAPES: Readonly<Record<number, CurveShape>> = { 1: "number", 3: "vector", 4: "quaternion", 7: "pose" };

/** Returns what compiling a text throws, as `message @at-end`, or the text that it does not throw. */
export function errorOf(
  text: string,
  curves: Record<string, CurveInfo> = {},
  formulas: Record<string, string> = {},
): string {
  try {
    compileFormula(text, scopeOf(new Map(Object.entries(curves)), new Map(Object.entries(formulas))));
    return "none";
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return `${error.message} @${error.at}-${error.end}`;
  }
}

/** Compiles a text over curves. */
export function formulaOver(
  text: string,
  curves: Record<string, TestCurve>,
  formulas: Record<string, string> = {},
): Formula {
  const infos = Object.entries(curves).map(([name, { unit = "", columns }]): [string, CurveInfo] => [
    name,
    { shape: SHAPES[columns.length]!, units: [unit] },
  ]);
  return compileFormula(text, scopeOf(new Map(infos), new Map(Object.entries(formulas))));
}

/**
 * Computes a text over curves, and returns the columns of the result. Without times of their own, samples are 1 s
 * apart.
 */
export function compute(
  text: string,
  curves: Record<string, TestCurve>,
  formulas: Record<string, string> = {},
): number[][] {
  const formula = formulaOver(text, curves, formulas);
  const inputs = formula.inputs.map(({ name }): CurveSamples => {
    const { columns, times = columns[0]!.map((_, i) => i) } = curves[name]!;
    return { times: Float64Array.from(times), columns: columns.map((column) => Float64Array.from(column)) };
  });
  return evaluateFormula(formula, inputs).columns.map((column) => [...column]);
}

/** Computes a text of numbers alone. */
export function constant(text: string): number {
  return compileFormula(text, scopeOf(new Map())).start().append(Float64Array.of(0), [])[0]![0]!;
}

/** Returns the units of a formula's columns, each once. */
export function unitOfFormula(text: string, units: Record<string, string>): string {
  const curves = Object.entries(units).map(([name, unit]): [string, CurveInfo] => [
    name,
    { shape: "number", units: [unit] },
  ]);
  return [...new Set(compileFormula(text, scopeOf(new Map(curves))).units)].join(" ");
}
