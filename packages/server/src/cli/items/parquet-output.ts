import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { ParquetFile, type ParquetCells } from "@orrery/plots";
import { reasonOf } from "../../files/files.ts";
import { Failure } from "../failure.ts";
import { checkSaveFile } from "../saved-state.ts";
import { note } from "../terminal.ts";
import type { ItemBatch } from "./item-stream.ts";
import type { SampleOutput } from "./sample-output.ts";
import { WatchedColumns, type WatchedItems } from "./watched-columns.ts";

/** Numbers that are in memory until they are written together. */
const GROUP_CELLS = 1_000_000;
const GROUP_ROWS = 64 * 1024;

/** Checks, before anything is watched, that a file can be begun. */
export async function checkNewFile(file: string): Promise<void> {
  await checkSaveFile(file);
  if (existsSync(file)) throw new Failure(`${file}: error: the file exists already; choose another name, or remove it`);
}

/** Writes samples to a Parquet file, group by group. Memory does not grow with their number. */
export class ParquetOutput implements SampleOutput {
  readonly #path: string;
  readonly #table: WatchedColumns;
  readonly #parquet: ParquetFile;
  readonly #file: number;
  /** Cells of the group, column by column: times, steps, and what is watched. */
  readonly #columns: Float64Array[];
  readonly #groupRows: number;
  #rows = 0;
  #written = 0;

  constructor(path: string, watched: readonly WatchedItems[]) {
    this.#path = path;
    this.#table = new WatchedColumns(watched);
    const infos = this.#table.columns.map(({ name, unit }) => ({ name, unit, isFull: false }));
    this.#parquet = new ParquetFile(
      [{ name: "time", unit: "s", isFull: true }, { name: "step", unit: "", isFull: true }, ...infos],
      { pack: (bytes) => zstdCompressSync(bytes) },
    );
    const count = infos.length + 2;
    this.#groupRows = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / count)));
    this.#columns = Array.from({ length: count }, () => new Float64Array(this.#groupRows));
    this.#file = this.#try(() => openSync(path, "wx"));
  }

  add(batch: ItemBatch): void {
    const columns = this.#columns;
    this.#table.rows(batch, (row, { step, time }) => {
      columns[0]![this.#rows] = time;
      columns[1]![this.#rows] = step;
      for (let i = 0; i < row.length; i++) columns[i + 2]![this.#rows] = row[i]!;
      if (++this.#rows === this.#groupRows) this.#writeGroup();
    });
  }

  end(): void {
    this.#writeGroup();
    this.#write(this.#parquet.finish());
    closeSync(this.#file);
    note(`${this.#written} samples of ${this.#table.columns.length} columns are in ${this.#path}`);
  }

  #writeGroup(): void {
    if (this.#rows === 0) return;
    this.#write(this.#parquet.add(this.#columns.map((column) => cellsOf(column.subarray(0, this.#rows)))));
    this.#written += this.#rows;
    this.#rows = 0;
  }

  #write(bytes: Uint8Array): void {
    this.#try(() => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    });
  }

  #try<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new Failure(`${this.#path}: error: ${reasonOf(error, this.#path)}`);
    }
  }
}

/** Empty cells are null. */
function cellsOf(values: Float64Array): ParquetCells {
  return values.includes(NaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values;
}
