import { parseCell } from "./csv-numbers.ts";
import { CsvRows } from "./csv-rows.ts";

/** How a file of separated values is written. */
export interface CsvDialect {
  readonly separator: "," | ";" | "\t";
  readonly decimal: "." | ",";
  /** Titles of the columns; undefined when there are none. */
  readonly header: readonly string[] | undefined;
  /** The number of rows before the first one with numbers. */
  readonly headerRows: number;
  /** Units from a row of their own below the header. */
  readonly units: readonly string[] | undefined;
}

/** Rows at the beginning of a file that its dialect is found from. */
const LOOKED_AT = 50;

/** Finds out how a file is written, from its first lines. The last of them may be incomplete. */
export function dialectOf(head: string): CsvDialect {
  // A file with semicolons may have commas in its numbers, so the comma comes last.
  const separator = ([";", "\t", ","] as const).find((one) => isUsed(firstRows(head, one).rows)) ?? ",";
  const { rows, comment } = firstRows(head, separator);
  const decimal = separator !== "," && hasDecimalCommas(rows) ? "," : ".";
  const isNumber = (cell: string): boolean => {
    const value = parseCell(cell, decimal);
    return value !== undefined && value !== "not a number";
  };
  // Titles may be numbers, too: of a title that is none, the next row tells.
  const isTitled = rows[0]?.some((cell, i) => !isNumber(cell) && cell !== "" && isNumber(rows[1]?.[i] ?? ""));
  const first = isTitled ? 1 : rows.findIndex((cells) => cells.some(isNumber));
  const titles = rows.slice(0, Math.max(first, 0)).filter((cells) => cells.some((cell) => cell !== ""));
  const width = rows[first]?.length ?? 0;
  if (titles.length === 0) {
    // Some programs write the header as a comment.
    const cells = commentCells(comment, separator);
    const header = cells.length === width && width > 1 ? cells : undefined;
    return { separator, decimal, header, headerRows: Math.max(first, 0), units: undefined };
  }
  const isWithUnits = titles.length > 1 && titles.at(-2)!.length === width && titles.at(-1)!.length === width;
  const header = titles.at(isWithUnits ? -2 : -1);
  return { separator, decimal, header, headerRows: first, units: isWithUnits ? titles.at(-1) : undefined };
}

/** Returns the complete rows at the beginning, and the last comment before them. */
function firstRows(
  head: string,
  separator: string,
): { readonly rows: (readonly string[])[]; readonly comment: string } {
  const rows: (readonly string[])[] = [];
  let comment = "";
  const reader: CsvRows = new CsvRows(separator, (cells) => {
    if (rows.length === 0) ({ comment } = reader);
    rows.push(cells);
  });
  // Line by line, so that no more is split than is looked at.
  const lines = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
  for (
    let line = lines.exec(head);
    line !== null && line[0] !== "" && rows.length < LOOKED_AT;
    line = lines.exec(head)
  ) {
    reader.push(line[0]);
  }
  if (rows.length === 0) reader.end();
  return { rows, comment };
}

/** Returns whether most rows have several cells, and the same number of them. */
function isUsed(rows: readonly (readonly string[])[]): boolean {
  const full = rows.filter((cells) => cells.length > 1 || cells[0] !== "");
  const width = full.at(-1)?.length ?? 0;
  return width > 1 && full.filter((cells) => cells.length === width).length * 2 > full.length;
}

/** Returns whether there is a number that can only be one with a decimal comma, and none with a point. */
function hasDecimalCommas(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.flat().filter((cell) => cell.includes(",") && typeof parseCell(cell, ",") === "number");
  const isPoint = (cell: string): boolean => cell.includes(".") && typeof parseCell(cell, ".") === "number";
  return cells.length > 0 && !rows.flat().some((cell) => isPoint(cell) && parseCell(cell, ",") === "not a number");
}

function commentCells(comment: string, separator: string): readonly string[] {
  let found: readonly string[] = [];
  const reader = new CsvRows(separator, (cells) => (found = cells));
  reader.push(comment.slice(1));
  reader.end();
  return found.map((cell) => cell.trim());
}
