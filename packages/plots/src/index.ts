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

export { type AlignedRun, type Alignment, offsetBetween, type RunCommand } from "./series/align.ts";
export { ChunkPool, type Chunk } from "./series/chunk.ts";
export { Coverage, type Grain, type Span, type TimeRange } from "./series/coverage.ts";
export { type Difference, difference, type DifferenceOptions } from "./series/difference.ts";
export { Envelope, envelope } from "./series/envelope.ts";
export type { Amount, Keep } from "./series/keep.ts";
export { nearestInTime, nearestOnScreen, type NearestSample, type PlotScale } from "./series/nearest.ts";
export { SampleReader } from "./series/reader.ts";
export { type EvenSamples, resample } from "./series/resample.ts";
export { indexAfter, indexAt, type Samples, samples } from "./series/samples.ts";
export { countBetween, joinSeries, readSamples, type SeriesView } from "./series/series-view.ts";
export { type AppendOptions, Series, seriesOf, type SeriesOptions } from "./series/series.ts";
export { type Peak, peaks, type Spectrum, spectrum, type Window } from "./series/spectrum.ts";
export { type NamedSeries, type StatisticsRow, table, tableText } from "./series/statistics-table.ts";
export { type CursorValue, frequencyBetween, type Statistics, statistics, valueAt } from "./series/statistics.ts";
export { lineTo, type Stretches, stretchesOf, type StretchRange } from "./series/stretches.ts";
export { Track, type TrackOptions } from "./series/track.ts";

export { FieldError, type FieldPath, formatPath, parsePath } from "./tables/fields/field-path.ts";
export { type FieldShape, type FieldTypes, resolveNumber, resolvePath } from "./tables/fields/field-types.ts";
export { ProtoTypes } from "./tables/fields/proto-types.ts";
export { stampPaths } from "./tables/fields/stamp-paths.ts";
export { decodeWire } from "./tables/fields/wire-decode.ts";
export { wireNumberReader } from "./tables/fields/wire-numbers.ts";
export { joinSeconds } from "./tables/message-times.ts";
export { type FieldChoice, type FieldNode, fieldNodes } from "./tables/numeric-fields.ts";

export { assignAxes, type AssignedAxis, plainUnit } from "./pictures/axes/assign-axes.ts";
export { formatReading } from "./pictures/axes/number-format.ts";
export { dashLengths, DASHES, MARKERS } from "./pictures/curves/curve-looks.ts";
export type { AxisLayout } from "./pictures/axes/axis-layout.ts";
export { drawAxes, drawFrames, drawLayout, drawPicture } from "./pictures/draw.ts";
export {
  type CurveExtent,
  type DrawnColumns,
  type DrawnCurve,
  type DrawnEnvelope,
  type DrawnPoints,
  extentsOf,
  joined,
  type PictureData,
  type PictureExtents,
} from "./pictures/curves/drawn-curve.ts";
export { layoutPicture, type PictureLayout, type PictureSpace, type PlotLayout } from "./pictures/layout.ts";
export { equalAspect, panRange, zoomRange } from "./pictures/axes/move-range.ts";
export { pdfPicture } from "./pictures/pens/pdf.ts";
export type { Anchor, MeasureText, Pen, Stroke, TextStyle } from "./pictures/pens/pen.ts";
export {
  type Annotation,
  AUTOMATIC,
  type AxisDescription,
  type Cursors,
  type CurveDescription,
  type CurveStyle,
  type Dash,
  describePicture,
  describePlot,
  describeValueAxis,
  type MarkerShape,
  type PictureDescription,
  type PlotDescription,
  type ScaleType,
  type Side,
  type UnitAxis,
  type ValueAxis,
  type WantedRange,
} from "./pictures/plot-description.ts";
export { type Interval, pixelsPerPlace, place, type Scale, toPixel, toValue } from "./pictures/axes/scale.ts";
export { type TimeStep, timeStep } from "./pictures/axes/time-step.ts";
export { timeDecimals, timeText } from "./pictures/axes/time-text.ts";
export { type SvgOptions, svgPicture } from "./pictures/pens/svg.ts";
export { type TerminalOptions, terminalPicture, type TerminalSize } from "./pictures/terminal/terminal.ts";
export { curveColour, type Theme, type ThemeName, THEMES } from "./pictures/themes.ts";

export { bytesSource, type ByteSource, type Unpackers } from "./tables/byte-source.ts";
export { type CsvOptions, readCsv } from "./tables/csv-reader.ts";
export { csvHeader, csvNumber, csvPieces, type CsvWriteOptions } from "./tables/csv-writer.ts";
export type { LoggedTopic } from "./tables/mcap/logged-topic.ts";
export { type McapTable, type McapTableOptions, readMcap } from "./tables/mcap/mcap-table.ts";
export { mcapPieces } from "./tables/mcap-writer.ts";
export { MessageLog, type MessageLogOptions, type ReadNumbersOptions } from "./tables/mcap/message-log.ts";
export { type LoggedCurves, type LoggedNumber, nameOfNumber } from "./tables/mcap/number-collector.ts";
export type { NumberField, NumberFields, NumberFieldsOptions } from "./tables/number-paths.ts";
export { type ParquetReadOptions, readParquet } from "./tables/parquet-reader.ts";
export {
  type ParquetCells,
  type ParquetColumnInfo,
  ParquetFile,
  parquetPieces,
  type ParquetWriteOptions,
} from "./tables/parquet-writer.ts";
export type { ReadTable } from "./tables/read-table.ts";
export {
  curvesOf,
  type NamedSamples,
  resampledTable,
  type ResampleOptions,
  type Table,
  type TableColumn,
  tableOf,
} from "./tables/table.ts";
export { TableError } from "./tables/table-error.ts";
