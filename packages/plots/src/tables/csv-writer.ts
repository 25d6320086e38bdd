import type { Table, TableColumn } from "./table.ts";

/** Characters of a piece. */
const PIECE = 64 * 1024;

export interface CsvWriteOptions {
  /** Between cells. Spreadsheets take tabs from the clipboard. */
  readonly separator?: "," | "\t";
}

/**
 * Writes a table as CSV (RFC 4180), in pieces that follow on each other. The first column has the times; the header has
 * units in square brackets. Reading it back gives the same names, units and bits; a cell of NaN differs from an empty
 * one.
 */
export function* csvPieces(
  { times, columns }: Table,
  { separator = "," }: CsvWriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder();
  let text = csvHeader([{ name: "time", unit: "s" }, ...columns], separator);
  /** For each column, the number of its values that have been written. */
  const written = new Uint32Array(columns.length);
  for (let row = 0; row < times.length; row++) {
    text += csvNumber(times[row]!);
    for (let i = 0; i < columns.length; i++) {
      const { rows, values } = columns[i]!;
      const next = written[i]!;
      text += separator;
      if (rows !== undefined && rows[next] !== row) continue;
      text += csvNumber(values[next]!);
      written[i] = next + 1;
    }
    text += "\r\n";
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

/** Returns the line with the titles of columns. */
export function csvHeader(columns: readonly Pick<TableColumn, "name" | "unit">[], separator = ","): string {
  return `${columns.map((column) => quoted(titleOf(column))).join(separator)}\r\n`;
}

/** Returns the shortest decimals that mean exactly this number. */
export function csvNumber(value: number): string {
  return value === 0 && Object.is(value, -0) ? "-0" : String(value);
}

function titleOf({ name, unit }: Pick<TableColumn, "name" | "unit">): string {
  // Without the empty brackets, a name that ends like a unit would be read as one.
  return unit !== "" || /[\])]$/.test(name) ? `${name} [${unit}]` : name;
}

function quoted(cell: string): string {
  return cell === "" || /[",\t\r\n]|^[\s#]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
