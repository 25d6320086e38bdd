import { readFile } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  bytesSource,
  type CurveInfo,
  curvesOf,
  type NamedSamples,
  readCsv,
  readParquet,
  type Unpackers,
} from "@orrery/plots";
import { reasonOf } from "../../files/files.ts";
import { Failure } from "../failure.ts";
import { fitsPattern } from "../items/item-names.ts";
import { note, style } from "../terminal.ts";
import type { CurveSink, CurveSource } from "./curve-source.ts";

/** Functions of Node that unpack parts of files. */
export const unpackers: Unpackers = {
  zstd: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: Number(size) }),
  gzip: (bytes, size) => gunzipSync(bytes, { maxOutputLength: Number(size) }),
  brotli: (bytes, size) => brotliDecompressSync(bytes, { maxOutputLength: Number(size) }),
};

/** The columns of a table: a file of CSV or Parquet. */
export class TableCurves implements CurveSource {
  readonly title: string;
  readonly timeTitle = "Time";
  readonly isLive = false;
  readonly #curves: ReadonlyMap<string, NamedSamples>;

  static async open(file: string): Promise<TableCurves> {
    const bytes = await readFile(file).catch((error: unknown) => {
      throw new Failure(`${file}: error: ${reasonOf(error, file)}`);
    });
    const source = bytesSource(file, bytes);
    const isParquet = file.toLowerCase().endsWith(".parquet");
    const { table, problems } = await (isParquet ? readParquet(source, { unpackers }) : readCsv(source));
    for (const problem of problems) note(style.yellow(problem));
    return new TableCurves(file, curvesOf(table));
  }

  private constructor(file: string, curves: readonly NamedSamples[]) {
    this.title = file;
    this.#curves = new Map(curves.map((curve) => [curve.name, curve]));
  }

  async info(name: string): Promise<CurveInfo | undefined> {
    const curve = this.#curves.get(name);
    return curve && { shape: "number", units: [curve.unit] };
  }

  async fitting(pattern: string): Promise<readonly string[]> {
    return [...this.#curves.keys()].filter((name) => fitsPattern(name, pattern));
  }

  async near(): Promise<readonly string[]> {
    return [...this.#curves.keys()];
  }

  async read(names: readonly string[], sink: CurveSink): Promise<void> {
    for (const name of names) {
      const { times, values } = this.#curves.get(name)!.samples;
      sink.add(name, { times, columns: [values] });
    }
  }
}
