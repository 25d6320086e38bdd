import { readPart, type ByteSource, type Unpackers } from "./byte-source.ts";
import { ColumnBuilder } from "./column-builder.ts";
import { COLUMNS_KEY, type ColumnNote } from "./parquet-writer.ts";
import { readFooter, type ParquetColumn, type ParquetFooter } from "./parquet/footer.ts";
import { readChunk } from "./parquet/pages.ts";
import { readTable, type ReadTable, type TimeOptions } from "./read-table.ts";
import { reasonOf, TableError } from "./table-error.ts";

export interface ParquetReadOptions extends TimeOptions {
  /** Names of the columns to read; by default all that have numbers. */
  readonly columns?: readonly string[];
  /** For pages that are packed otherwise than by snappy or zstd: gzip, brotli, lz4_raw. */
  readonly unpackers?: Unpackers;
  /** The most numbers in memory; default 50 million. */
  readonly mostCells?: number;
}

/**
 * Reads the columns with numbers of a Parquet file. Throws a TableError when there is no table in it. Columns and rows
 * that are damaged are left out, and `problems` says so.
 */
export async function readParquet(source: ByteSource, options: ParquetReadOptions = {}): Promise<ReadTable> {
  const { name } = source;
  try {
    const footer = await readFooter(source);
    const rowCount = footer.groups.reduce((sum, group) => sum + group.rowCount, 0);
    if (footer.groups.some((group) => group.rowCount < 0)) throw new TableError("its description is damaged");
    const { leftOut, wanted } = choose(footer.columns, options.columns);
    const { mostCells = 50e6 } = options;
    if (!(wanted.size * rowCount <= mostCells)) {
      throw new TableError(`${wanted.size} columns of ${rowCount} rows are more than ${mostCells} numbers`);
    }
    const { columns, problems } = await readColumns(source, footer, wanted, options.unpackers ?? {});
    return readTable(
      { name, columns, rowCount, leftOut, problems: problems.map((text) => `${name}: ${text}`) },
      options,
    );
  } catch (error) {
    const reason = reasonOf(error);
    throw new TableError(reason.startsWith(`${name}: `) ? reason : `${name}: error: ${reason}`);
  }
}

/** Returns the positions of the columns to read, and why others are left out. */
function choose(
  columns: readonly ParquetColumn[],
  names: readonly string[] | undefined,
): { readonly leftOut: ReadonlyMap<string, string>; readonly wanted: ReadonlySet<number> } {
  const leftOut = new Map<string, string>();
  const wanted = new Set<number>();
  for (const [i, { name, refusal }] of columns.entries()) {
    if (names !== undefined && !names.includes(name)) continue;
    if (refusal === undefined) wanted.add(i);
    else leftOut.set(name, refusal);
  }
  return { leftOut, wanted };
}

async function readColumns(
  source: ByteSource,
  { columns, groups, notes }: ParquetFooter,
  wanted: ReadonlySet<number>,
  unpackers: Unpackers,
): Promise<{ readonly columns: readonly ColumnBuilder[]; readonly problems: readonly string[] }> {
  const noted = notedColumns(notes.get(COLUMNS_KEY));
  const builders = new Map(
    [...wanted].map((i) => {
      const { name, unit } = columns[i]!;
      const note = noted.get(name);
      return [i, new ColumnBuilder(note?.name ?? name, note?.unit ?? unit)];
    }),
  );
  const problems: string[] = [];
  let start = 0;
  for (const { rowCount, chunks } of groups) {
    for (const chunk of chunks) {
      const [builder, column] = [builders.get(chunk.column), columns[chunk.column]];
      if (builder === undefined || column === undefined) continue;
      let next = start;
      try {
        if (chunk.count !== rowCount) throw new TableError(`${chunk.count} values in ${rowCount} rows`);
        const bytes = await readPart(source, chunk.offset, chunk.length);
        readChunk(bytes, { column, chunk, unpackers }, (row, value) => builder.add((next = start + row), value));
      } catch (error) {
        problems.push(`rows ${next} to ${start + rowCount} of "${column.name}" are missing: ${reasonOf(error)}`);
      }
    }
    start += rowCount;
  }
  return { columns: [...builders.values()], problems: problems.slice(0, MAX_TOLD) };
}

const MAX_TOLD = 20;

function notedColumns(json: string | undefined): Map<string, ColumnNote> {
  try {
    const notes = JSON.parse(json ?? "[]") as unknown;
    const all = Array.isArray(notes) ? (notes as Partial<ColumnNote>[]) : [];
    const whole = all.filter((note): note is ColumnNote =>
      [note?.column, note?.name, note?.unit].every((part) => typeof part === "string"),
    );
    return new Map(whole.map((note) => [note.column, note]));
  } catch {
    return new Map();
  }
}
