import type { ColumnBuilder } from "./column-builder.ts";
import type { Table, TableColumn } from "./table.ts";
import { TableError } from "./table-error.ts";
import { timeColumnOf, timeUnitOf, toSeconds, type FoundTimes, type TimeUnit } from "./time-column.ts";
import { timedTable } from "./time-order.ts";

/** What was read of a file. */
export interface ReadTable {
  readonly table: Table;
  readonly times: FoundTimes;
  /** What is wrong with the file, as a compiler would say it. The table is what could be read all the same. */
  readonly problems: readonly string[];
  /** Columns that are not in the table, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** The columns of a file, in its order. */
export interface FileColumns {
  /** Of the file. */
  readonly name: string;
  readonly columns: readonly Pick<ColumnBuilder, "name" | "unit" | "length" | "finish">[];
  readonly rowCount: number;
  readonly problems: readonly string[];
  readonly leftOut: ReadonlyMap<string, string>;
}

export interface TimeOptions {
  readonly timeColumn?: string | number;
  readonly timeUnit?: TimeUnit;
}

/** Makes a table of the columns of a file: finds the times, and sorts by them. */
export function readTable(file: FileColumns, { timeColumn, timeUnit }: TimeOptions): ReadTable {
  const columns = file.columns.filter(({ length }) => length > 0).map((column) => column.finish(file.rowCount));
  const asked = timeColumn === undefined ? undefined : askedColumn(file, columns, timeColumn);
  const at = asked ?? timeColumnOf(columns, file.rowCount);
  if (at === undefined)
    throw new TableError([`${file.name}: error: ${withoutTimes(columns)}`, ...file.problems].join("\n"));
  const column = columns[at]!;
  const found = timeUnit === undefined ? timeUnitOf(column) : { unit: timeUnit, isGuessed: false };
  const times = { rows: column.rows, values: toSeconds(column.values, found.unit) };
  const { problems, ...table } = timedTable(times, columns.toSpliced(at, 1), file.rowCount);
  return {
    table,
    times: { column: column.name, ...found },
    problems: [...file.problems, ...problems.map((text) => `${file.name}: ${text}`)],
    leftOut: file.leftOut,
  };
}

function askedColumn(file: FileColumns, columns: readonly TableColumn[], asked: string | number): number {
  const name = typeof asked === "string" ? asked : file.columns[asked]?.name;
  const found = columns.findIndex((column) => column.name === name);
  if (found < 0) throw new TableError(`${file.name}: error: there is no column ${JSON.stringify(asked)} of numbers`);
  return found;
}

function withoutTimes(columns: readonly TableColumn[]): string {
  if (columns.length === 0) return "there are no numbers in it";
  const names = columns.slice(0, 10).map(({ name }) => JSON.stringify(name));
  return `none of its columns has times: none is called time, t or timestamp, and in none do numbers only increase (${names.join(", ")})`;
}
