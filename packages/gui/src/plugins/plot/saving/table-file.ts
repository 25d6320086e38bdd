import {
  csvPieces,
  mcapPieces,
  parquetPieces,
  resampledTable,
  tableOf,
  type NamedSamples,
  type Table,
} from "@orrery/plots";
import { assertNever } from "@orrery/sim/host";

/** The formats of files with numbers. */
export const TABLE_FORMATS = ["csv", "parquet", "mcap"] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** What is to be written into a file. */
export interface TableRequest {
  readonly format: TableFormat;
  readonly curves: readonly NamedSamples[];
  /** Rows per second; `undefined` writes every sample. */
  readonly rateHz: number | undefined;
}

const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
  mcap: "application/octet-stream",
};

/** Writes curves into a file. `onProgress` gets how much is done, 0 to 1. */
export async function tableFile(request: TableRequest, onProgress: (share: number) => void): Promise<Blob> {
  const { format, curves, rateHz } = request;
  const table = rateHz === undefined ? tableOf(curves) : resampledTable(curves, { rateHz });
  const expected = BYTES_OF_A_CELL[format] * cellsOf(table);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, reported] = [0, 0];
  for await (const piece of piecesOf(table, format)) {
    pieces.push(piece);
    bytes += piece.length;
    const share = Math.min(0.99, bytes / expected);
    if (share - reported >= 0.01) onProgress((reported = share));
  }
  return new Blob(pieces, { type: MEDIA_TYPES[format] });
}

function piecesOf(
  table: Table,
  format: TableFormat,
): Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case "csv":
      return csvPieces(table);
    case "parquet":
      return parquetPieces(table);
    case "mcap":
      return mcapPieces(table);
    default:
      return assertNever(format);
  }
}

/** On average, to tell progress by. */
const BYTES_OF_A_CELL: Readonly<Record<TableFormat, number>> = { csv: 17, parquet: 8, mcap: 40 };

function cellsOf({ times, columns }: Table): number {
  return columns.reduce((sum, { values }) => sum + values.length, times.length);
}
