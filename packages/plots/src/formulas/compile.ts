import { parse } from "./parse.ts";
import { printUnit, tidyUnit } from "./print-unit.ts";
import { assignRegisters } from "./registers.ts";
import { FormulaRun } from "./run.ts";
import type { FormulaScope } from "./scope.ts";
import { columnNames, type CurveShape } from "./shape.ts";
import { Translator, type FormulaInput } from "./translate.ts";

/** A formula that has been understood, and can be computed any number of times. */
export interface Formula {
  readonly text: string;
  readonly shape: CurveShape;
  /** Of the result, as it is printed: one for each column, empty where none is known. */
  readonly units: readonly string[];
  /** The curves that it uses, also by way of other formulas, in the order in which a run wants their columns. */
  readonly inputs: readonly FormulaInput[];
  /** Begins a computation with no past. */
  readonly start: () => FormulaRun;
}

/**
 * Compiles a text. Throws a FormulaError when it cannot be understood, when names are unknown, or when units do not
 * fit. `name` is that of the formula itself, if it has one.
 */
export function compileFormula(text: string, scope: FormulaScope, name?: string): Formula {
  const translator = new Translator(scope, name);
  const { shape, slots, units } = translator.translate(parse(text));
  const program = translator.program.finish(slots);
  const registers = assignRegisters(program);
  const inputs = translator.inputs;
  const widths = inputs.map(({ info }) => columnNames(info.shape).length);
  return {
    text,
    shape,
    units: units.map((unit) => printUnit(tidyUnit(unit))),
    inputs,
    start: () => new FormulaRun(program, registers, widths),
  };
}
