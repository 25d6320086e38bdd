import { randomUUID } from "node:crypto";
import { escapeControl } from "@orrery/sim/front";

/** Prints a line of output, for people or programs. */
export function print(text: string): void {
  process.stdout.write(`${safe(text)}\n`);
}

/** Prints a line beside the output: warnings, logs. */
export function note(text: string): void {
  clearProgress();
  process.stderr.write(`${safe(text)}\n`);
}

/** Colours on a terminal, unless NO_COLOR is set. */
export const style = {
  bold: (text: string): string => paint("1", text, process.stdout),
  dim: (text: string): string => paint("2", text, process.stdout),
  red: (text: string): string => paint("31", text, process.stderr),
  yellow: (text: string): string => paint("33", text, process.stderr),
};

/** Shows a line that the next one replaces, on a terminal only. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[K${safe(text)}`);
  isProgressShown = true;
}

export function clearProgress(): void {
  if (!isProgressShown) return;
  process.stderr.write("\r\u001b[K");
  isProgressShown = false;
}

/** Aligns the cells of rows in columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * Makes a text safe to print: names and messages come from anywhere, and must not take over the terminal. Only the
 * escape sequences of `style` remain.
 */
export function safe(text: string): string {
  return text
    .split(ESCAPE)
    .map((part) => escapeControl(part, "\n\t"))
    .join("\u001b");
}

/** Replaces ESC until the text is written; outsiders cannot know it. */
const ESCAPE = `\0${randomUUID()}\0`;

let isProgressShown = false;

function paint(code: string, text: string, stream: NodeJS.WriteStream): string {
  const isPlain = !stream.isTTY || (process.env["NO_COLOR"] ?? "") !== "";
  return isPlain ? text : `${ESCAPE}[${code}m${text}${ESCAPE}[0m`;
}
