import type { Samples } from "../series/samples.ts";
import { TableError } from "./table-error.ts";

/** The data of a curve, with what a file says about it. */
export interface NamedSamples {
  readonly name: string;
  /** As on an axis, such as "m/s"; empty when there is none or it is not known. */
  readonly unit: string;
  readonly samples: Samples;
}

/** A column of a table. Its memory is in proportion to its values, however many rows the table has. */
export interface TableColumn {
  readonly name: string;
  readonly unit: string;
  /** The row of each value, in ascending order; the other cells are empty. Undefined when every row has a value. */
  readonly rows: Uint32Array | undefined;
  readonly values: Float64Array;
}

export interface Table {
  /** The time of each row, in seconds. Times never decrease. */
  readonly times: Float64Array;
  readonly columns: readonly TableColumn[];
}

export interface ResampleOptions {
  readonly rateHz: number;
  /** Seconds; by default the first and the last time of all curves. */
  readonly from?: number;
  readonly to?: number;
}

/** More rows than anybody can wait for. */
const MAX_ROWS = 100_000_000;

/** Makes a table on the union of all times. A time that a curve has twice gets two rows. */
export function tableOf(curves: readonly NamedSamples[]): Table {
  const times = unionOfTimes(curves.map(({ samples }) => samples.times));
  const columns = curves.map(({ name, unit, samples }) => ({
    name,
    unit,
    rows: samples.times.length === times.length ? undefined : rowsOf(samples.times, times),
    values: samples.values,
  }));
  return { times, columns };
}

/**
 * Makes a table with rows at a constant rate. Values between samples are on the line between them; cells before the
 * first and after the last sample of a curve are empty.
 */
export function resampledTable(curves: readonly NamedSamples[], { rateHz, from, to }: ResampleOptions): Table {
  const used = curves.map(({ samples }) => samples.times).filter(({ length }) => length > 0);
  const first = from ?? used.reduce((least, times) => Math.min(least, times[0]!), Infinity);
  const last = to ?? used.reduce((most, times) => Math.max(most, times.at(-1)!), -Infinity);
  if (!(rateHz > 0 && rateHz < Infinity)) throw new TableError(`a rate of ${rateHz} Hz is not possible`);
  // The last row may be missed by as little as the product's rounding.
  const count = last >= first ? Math.floor((last - first) * rateHz * (1 + 2 * Number.EPSILON)) + 1 : 0;
  if (!(count <= MAX_ROWS)) throw new TableError(`${count} rows are too many: choose a lower rate or less time`);
  // from() would call an iterator for each row.
  const times = new Float64Array(count).map((_, i) => first + i / rateHz);
  return { times, columns: curves.map((curve) => resampledColumn(curve, times)) };
}

/** Returns the samples of a column: one for each cell that is not empty. */
export function samplesOf({ times }: Table, { rows, values }: TableColumn): Samples {
  return { times: rows === undefined ? times : values.map((_, i) => times[rows[i]!]!), values };
}

/** Returns all columns of a table as curves. */
export function curvesOf(table: Table): NamedSamples[] {
  return table.columns.map((column) => ({
    name: column.name,
    unit: column.unit,
    samples: samplesOf(table, column),
  }));
}

function unionOfTimes(lists: readonly Float64Array[]): Float64Array {
  let left = [...new Set(lists)];
  // In pairs, so that each time is copied only as often as the number of lists can be halved.
  while (left.length > 1) {
    left = left.flatMap((times, i) => (i % 2 === 1 ? [] : [i + 1 < left.length ? merged(times, left[i + 1]!) : times]));
  }
  return left[0] ?? new Float64Array(0);
}

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length);
  let [i, j, count] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i]!, b[j]!];
    out[count++] = other < one ? other : one;
    if (!(other < one)) i++;
    if (!(one < other)) j++;
  }
  out.set(a.subarray(i), count);
  count += a.length - i;
  out.set(b.subarray(j), count);
  count += b.length - j;
  if (count === a.length) return a;
  return count === b.length ? b : out.slice(0, count);
}

function rowsOf(times: Float64Array, all: Float64Array): Uint32Array {
  const rows = new Uint32Array(times.length);
  let row = 0;
  for (let i = 0; i < times.length; i++) {
    while (all[row]! < times[i]!) row++;
    rows[i] = row++;
  }
  return rows;
}

function resampledColumn({ name, unit, samples }: NamedSamples, times: Float64Array): TableColumn {
  const rows = new Uint32Array(times.length);
  const values = new Float64Array(times.length);
  let count = 0;
  // The number of samples at this time or before.
  let passed = 0;
  for (let row = 0; row < times.length; row++) {
    const time = times[row]!;
    while (passed < samples.times.length && samples.times[passed]! <= time) passed++;
    const isLast = passed === samples.times.length;
    if (passed === 0 || (isLast && samples.times[passed - 1]! < time)) continue;
    rows[count] = row;
    values[count++] = valueAt(samples, passed, time);
  }
  const isFull = count === times.length;
  return { name, unit, rows: isFull ? undefined : rows.slice(0, count), values: values.slice(0, count) };
}

/** Returns the value on the line from the last sample that has passed to the next one. */
function valueAt({ times, values }: Samples, passed: number, time: number): number {
  const [before, value] = [times[passed - 1]!, values[passed - 1]!];
  if (before === time) return value;
  return value + (values[passed]! - value) * ((time - before) / (times[passed]! - before));
}
