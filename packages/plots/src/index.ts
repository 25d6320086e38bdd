// Data over time, for pages, programs and the command line.

// Values computed from others.
export { type AlignedSamples, Aligner, type TimeBase } from "./formulas/align.ts";
export { callAt, type CallHint } from "./formulas/call-at.ts";
export { compileFormula, type Formula } from "./formulas/compile.ts";
export { completeFormula, type Completion, type Completions } from "./formulas/complete.ts";
export { type CurveSamples, evaluateFormula, FormulaFeed } from "./formulas/feed.ts";
export { FormulaError } from "./formulas/formula-error.ts";
export { formulaNameProblem, quoteName } from "./formulas/names.ts";
export { namesIn } from "./formulas/parse.ts";
export type { FormulaRun } from "./formulas/run.ts";
export { type CurveInfo, curveOfItem, type FormulaScope, scopeOf } from "./formulas/scope.ts";
export { columnNames, type CurveShape } from "./formulas/shape.ts";
export { MAX_FORMULA_LENGTH } from "./formulas/token.ts";
export type { FormulaInput } from "./formulas/translate.ts";

export * from "./series/samples.ts";
