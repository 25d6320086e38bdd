import type { ByteSource } from "./byte-source.ts";
import { ColumnBuilder } from "./column-builder.ts";
import { dialectOf, type CsvDialect } from "./csv-dialect.ts";
import { parseCell } from "./csv-numbers.ts";
import { CsvRows, LineError } from "./csv-rows.ts";
import { readTable, type FileColumns, type ReadTable } from "./read-table.ts";
import { splitTitle, type TimeUnit } from "./time-column.ts";
import { TableError } from "./table-error.ts";

export interface CsvOptions {
  /** The column that has the times, by name or by position; found by default. */
  readonly timeColumn?: string | number;
  /** The unit of the times; by default as the header says, or else what fits their size. */
  readonly timeUnit?: TimeUnit;
  /** The largest file, in bytes; default 2 GB. */
  readonly mostBytes?: number;
  /** The most numbers in memory; default 50 million, which take 400 to 600 MB. */
  readonly mostCells?: number;
}

const PIECE_BYTES = 1024 * 1024;
/** Characters that the dialect is found from. */
const HEAD = 64 * 1024;
/** Problems that are told one by one. */
const TOLD = 20;

/**
 * Reads a file of separated values: comma, semicolon or tab, with or without a header, with comments. Throws a
 * TableError when there is no table in it; what is wrong with single cells is in `problems`, and they are left empty.
 */
export async function readCsv(source: ByteSource, options: CsvOptions = {}): Promise<ReadTable> {
  const { mostBytes = 2e9, mostCells = 50e6 } = options;
  if (source.size > mostBytes) throw new TableError(`${source.name}: error: ${source.size} bytes are too many to read`);
  const reader = new CsvTable(mostCells);
  try {
    for await (const text of textOf(source)) reader.push(text);
    reader.end();
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new TableError(`${source.name}:${error.line}: error: ${error.message}`);
  }
  return readTable(reader.named(source.name), options);
}

/** Decodes a file in pieces. UTF-16 is told by its mark. */
async function* textOf(source: ByteSource): AsyncGenerator<string, void, void> {
  const mark = await source.read(0, 2);
  const label = mark[0] === 0xff && mark[1] === 0xfe ? "utf-16le" : "utf-8";
  const decoder = new TextDecoder(label);
  for (let at = 0; at < source.size;) {
    const bytes = await source.read(at, Math.min(PIECE_BYTES, source.size - at));
    if (bytes.length === 0) throw new TableError(`${source.name}: error: the file has become shorter`);
    at += bytes.length;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** The columns of a file, while it is read. */
class CsvTable {
  #columns: readonly ColumnBuilder[] = [];
  #rowCount = 0;
  readonly #problems: string[] = [];
  /** Columns without numbers, and why they are left out. */
  readonly #leftOut = new Map<string, string>();
  readonly #mostCells: number;
  #rows: CsvRows | undefined;
  #dialect: CsvDialect | undefined;
  /** Text before the dialect is known. */
  #head = "";
  #skip = 0;
  #cells = 0;
  #troubles = 0;
  /** Whether a row has no end of line after it. */
  #isEnding = false;
  /** Columns that turned out to have no numbers. */
  readonly #isText: boolean[] = [];

  constructor(mostCells: number) {
    this.#mostCells = mostCells;
  }

  /** Returns what was read of the file of this name. */
  named(name: string): FileColumns {
    const problems = this.#problems.map((text) => `${name}:${text}`);
    return { name, columns: this.#columns, rowCount: this.#rowCount, problems, leftOut: this.#leftOut };
  }

  push(text: string): void {
    if (this.#rows !== undefined) return this.#rows.push(text);
    this.#head += text;
    if (this.#head.length >= HEAD) this.#begin();
  }

  end(): void {
    if (this.#rows === undefined) this.#begin();
    const rows = this.#rows!;
    this.#isEnding = true;
    rows.end();
    if (this.#troubles > TOLD) this.#problems.push(`${rows.line}: ${this.#troubles - TOLD} more problems`);
  }

  #begin(): void {
    // Excel names the separator in a line of its own.
    const named = /^(?:sep=.\r?\n)?/.exec(this.#head)![0];
    const text = this.#head.slice(named.length);
    this.#head = "";
    const dialect = (this.#dialect = dialectOf(text.slice(0, HEAD)));
    this.#skip = dialect.headerRows;
    if (dialect.header !== undefined) this.#name(dialect.header.length);
    this.#rows = new CsvRows(dialect.separator, (cells, line) => this.#take(cells, line), named === "" ? 1 : 2);
    this.#rows.push(text);
  }

  /** Makes the columns. */
  #name(count: number): void {
    const { header, units } = this.#dialect!;
    this.#columns = Array.from({ length: count }, (_, i) => {
      const { name, unit } = splitTitle(header?.[i] ?? "");
      return new ColumnBuilder(name === "" ? `column ${i + 1}` : name, units?.[i] ?? unit);
    });
  }

  #take(cells: readonly string[], line: number): void {
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (cells.every((cell) => cell === "")) return;
    if (this.#columns.length === 0) this.#name(cells.length);
    // Its last number may be only the beginning of one.
    if (this.#isEnding && cells.length < this.#columns.length) return this.#trouble(line, "the last line is cut off");
    if (cells.length > this.#columns.length && cells.slice(this.#columns.length).some((cell) => cell !== "")) {
      this.#trouble(line, `${cells.length} cells instead of ${this.#columns.length}`);
    }
    const row = this.#rowCount++;
    for (let i = 0; i < this.#columns.length && i < cells.length; i++) this.#takeCell(cells[i]!, i, row, line);
    if (this.#cells > this.#mostCells) throw new LineError(line, `more than ${this.#mostCells} numbers`);
  }

  #takeCell(cell: string, i: number, row: number, line: number): void {
    if (cell === "" || this.#isText[i]) return;
    const column = this.#columns[i]!;
    const value = parseCell(cell, this.#dialect!.decimal);
    if (typeof value === "number") {
      column.add(row, value);
      this.#cells++;
    } else if (value !== undefined && column.length === 0) {
      this.#isText[i] = true;
      this.#leftOut.set(column.name, `line ${line}: ${shown(cell)} is not a number`);
    } else if (value !== undefined) this.#trouble(line, `${shown(cell)} in "${column.name}" is not a number`);
  }

  #trouble(line: number, what: string): void {
    if (this.#troubles++ < TOLD) this.#problems.push(`${line}: ${what}`);
  }
}

function shown(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
}
