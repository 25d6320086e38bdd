import { ByteWriter, ParquetWriter, type ColumnSource, type SchemaElement } from "hyparquet-writer";
import type { Table, TableColumn } from "./table.ts";

export interface ParquetWriteOptions {
  /** Packs by zstd; by default nothing is packed. */
  readonly pack?: (bytes: Uint8Array) => Uint8Array;
}

/** The key under which a file names its columns and their units as JSON: a list of {column, name, unit}. */
export const COLUMNS_KEY = "orrery.columns";

/** What the file says of a column: Parquet itself has no units, and its columns must have different names. */
export interface ColumnNote {
  /** In the file. */
  readonly column: string;
  readonly name: string;
  readonly unit: string;
}

/** Rows that are packed together, and in memory at a time. */
const GROUP_ROWS = 64 * 1024;

/** The cells of a column: null for empty ones. */
export type ParquetCells = Float64Array | readonly (number | null)[];

export interface ParquetColumnInfo {
  readonly name: string;
  readonly unit: string;
  /** Whether no cell is empty. */
  readonly isFull: boolean;
}

/**
 * Writes Parquet group by group of rows, for tables whose end is not known yet. Each call returns the bytes that follow
 * on those before. The first column should have the times.
 */
export class ParquetFile {
  readonly #notes: readonly ColumnNote[];
  readonly #output = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #isPacked: boolean;

  constructor(columns: readonly ParquetColumnInfo[], { pack }: ParquetWriteOptions = {}) {
    this.#notes = notesOf(columns);
    this.#isPacked = pack !== undefined;
    this.#writer = new ParquetWriter({
      writer: this.#output,
      schema: schemaOf(columns, this.#notes),
      codec: pack === undefined ? "UNCOMPRESSED" : "ZSTD",
      ...(pack === undefined ? {} : { compressors: { ZSTD: pack } }),
      kvMetadata: [{ key: COLUMNS_KEY, value: JSON.stringify(this.#notes) }],
      createdBy: "orrery",
    });
  }

  /** Adds rows, at most 65,536: the cells of each column. */
  add(columns: readonly ParquetCells[]): Uint8Array<ArrayBuffer> {
    const columnData = columns.map((data, i): ColumnSource => ({
      name: this.#notes[i]!.column,
      data: data as Float64Array | (number | null)[],
      // A dictionary would take 0 and -0 for the same. Bytes of the same weight side by side can be packed well.
      encoding: this.#isPacked ? "BYTE_STREAM_SPLIT" : "PLAIN",
      statistics: i === 0,
    }));
    void this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    return taken(this.#output);
  }

  /** Ends the file. Without these bytes nobody can read it. */
  finish(): Uint8Array<ArrayBuffer> {
    void this.#writer.finish();
    return taken(this.#output);
  }
}

/**
 * Writes a table as Parquet, in pieces that follow on each other: a column `time` in seconds and one of doubles for
 * each curve, with nulls for empty cells.
 */
export function* parquetPieces(
  table: Table,
  options: ParquetWriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, void> {
  const columns = [{ name: "time", unit: "s", rows: undefined, values: table.times }, ...table.columns];
  const file = new ParquetFile(
    columns.map(({ name, unit, rows }) => ({ name, unit, isFull: rows === undefined })),
    options,
  );
  const written = new Uint32Array(columns.length);
  for (let start = 0; start < table.times.length; start += GROUP_ROWS) {
    const end = Math.min(start + GROUP_ROWS, table.times.length);
    yield file.add(
      columns.map((column, i) => {
        const { data, next } = cellsOf(column, { start, end, next: written[i]! });
        written[i] = next;
        return data;
      }),
    );
  }
  yield file.finish();
}

/** Returns the cells of some rows, with null for empty ones, and the number of values used up by then. */
function cellsOf(
  { rows, values }: TableColumn,
  { start, end, next }: { readonly start: number; readonly end: number; readonly next: number },
): { readonly data: Float64Array | (number | null)[]; readonly next: number } {
  if (rows === undefined) return { data: values.subarray(start, end), next: end };
  const data = Array.from<number | null>({ length: end - start }).fill(null);
  let used = next;
  for (; used < rows.length && rows[used]! < end; used++) data[rows[used]! - start] = values[used]!;
  return { data, next: used };
}

function schemaOf(columns: readonly ParquetColumnInfo[], notes: readonly ColumnNote[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ isFull }, i): SchemaElement => ({
      name: notes[i]!.column,
      type: "DOUBLE",
      repetition_type: isFull ? "REQUIRED" : "OPTIONAL",
    })),
  ];
}

function notesOf(columns: readonly ParquetColumnInfo[]): ColumnNote[] {
  const used = new Set<string>();
  return columns.map(({ name, unit }) => {
    let column = name;
    // Some programs do not tell capital letters from small ones.
    for (let i = 2; used.has(column.toLowerCase()); i++) column = `${name} (${i})`;
    used.add(column.toLowerCase());
    return { column, name, unit };
  });
}

/** Takes the bytes so far out of a writer, which goes on counting from there. */
function taken(output: ByteWriter): Uint8Array<ArrayBuffer> {
  const bytes = output.getBytes().slice();
  output.index = 0;
  return bytes;
}
