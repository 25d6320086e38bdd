import type { Table, TableColumn } from "./table.ts";

/** A table in the order of time, and what had to be done for that. */
export interface TimedTable extends Table {
  readonly problems: readonly string[];
}

/**
 * Makes a table of columns that are in the order of a file. Rows without a time are left out; others are put in order.
 */
export function timedTable(
  times: Pick<TableColumn, "rows" | "values">,
  columns: readonly TableColumn[],
  rowCount: number,
): TimedTable {
  if (times.rows === undefined && isSorted(times.values)) return { times: times.values, columns, problems: [] };
  const { rows, values } = times;
  const kept = new Uint32Array(values.length).map((_, i) => i).filter((i) => Number.isFinite(values[i]!));
  const isInOrder = kept.every((at, i) => i === 0 || values[at]! >= values[kept[i - 1]!]!);
  if (!isInOrder) kept.sort((a, b) => values[a]! - values[b]! || a - b);
  /** The new row of each old one, from 1 on; 0 is none. */
  const places = new Uint32Array(rowCount);
  kept.forEach((at, i) => (places[rows?.[at] ?? at] = i + 1));
  const problems = [
    ...(isInOrder ? [] : ["times go back: the rows were put in order"]),
    ...(kept.length === rowCount ? [] : [`${rowCount - kept.length} rows without a time were left out`]),
  ];
  return {
    times: new Float64Array(kept).map((at) => values[at]!),
    columns: columns.map((column) => moved(column, places, kept.length)),
    problems,
  };
}

/** Returns whether all are finite and none is less than the one before. */
export function isSorted(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!) || (i > 0 && values[i]! < values[i - 1]!)) return false;
  }
  return true;
}

function moved({ name, unit, rows, values }: TableColumn, places: Uint32Array, rowCount: number): TableColumn {
  /** For each new row, the position of its value, from 1 on; 0 is none. */
  const sources = new Uint32Array(rowCount);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const place = places[rows?.[i] ?? i]!;
    if (place === 0) continue;
    sources[place - 1] = i + 1;
    count++;
  }
  const out = { name, unit, rows: new Uint32Array(count), values: new Float64Array(count) };
  let next = 0;
  for (let row = 0; row < rowCount; row++) {
    if (sources[row] === 0) continue;
    out.rows[next] = row;
    out.values[next++] = values[sources[row]! - 1]!;
  }
  return count === rowCount ? { ...out, rows: undefined } : out;
}
