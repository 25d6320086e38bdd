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

export * from "./series/align.ts";
export { ChunkPool, type Chunk } from "./series/chunk.ts";
export * from "./series/coverage.ts";
export * from "./series/difference.ts";
export * from "./series/envelope.ts";
export type { Amount, Keep } from "./series/keep.ts";
export * from "./series/nearest.ts";
export { SampleReader } from "./series/reader.ts";
export * from "./series/resample.ts";
export * from "./series/samples.ts";
export { countBetween, joinSeries, readSamples, type SeriesView } from "./series/series-view.ts";
export * from "./series/series.ts";
export * from "./series/spectrum.ts";
export * from "./series/statistics-table.ts";
export * from "./series/statistics.ts";
export * from "./series/stretches.ts";
export * from "./series/track.ts";

export { assignAxes, type AssignedAxis, plainUnit } from "./pictures/axes/assign-axes.ts";
export { formatReading } from "./pictures/axes/number-format.ts";
export { dashLengths, MARKERS } from "./pictures/curves/curve-looks.ts";
export type { AxisLayout } from "./pictures/axes/axis-layout.ts";
export * from "./pictures/draw.ts";
export * from "./pictures/curves/drawn-curve.ts";
export * from "./pictures/layout.ts";
export * from "./pictures/axes/move-range.ts";
export * from "./pictures/pens/pdf.ts";
export * from "./pictures/pens/pen.ts";
export * from "./pictures/plot-description.ts";
export * from "./pictures/axes/scale.ts";
export { type TimeStep, timeStep } from "./pictures/axes/time-step.ts";
export { timeDecimals, timeText } from "./pictures/axes/time-text.ts";
export * from "./pictures/pens/svg.ts";
export * from "./pictures/terminal/terminal.ts";
export * from "./pictures/themes.ts";
