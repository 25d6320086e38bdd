import { csvHeader, csvNumber } from "@orrery/plots";
import { print, style } from "../terminal.ts";
import type { ItemBatch } from "./item-stream.ts";
import { WatchedColumns, type WatchedItems } from "./watched-columns.ts";

/** Where samples go. */
export interface SampleOutput {
  add(batch: ItemBatch): void;
  /** Completes what was begun. Called once, at the end. */
  end(): void;
}

/** Prints a JSON object for each sample: of items with several numbers an object, null where there is no value. */
export function jsonOutput(): SampleOutput {
  return {
    add({ manager, layout, steps, times, values }) {
      for (const [i, step] of steps.entries()) {
        let column = 0;
        const entries = layout.map(({ name, columns }) => {
          const numbers = columns.map((part) => [part, valueAt(values, column++ * steps.length + i)] as const);
          return [name, columns.length === 1 ? numbers[0]![1] : Object.fromEntries(numbers)] as const;
        });
        print(JSON.stringify({ manager: manager.label, step, time: times[i], values: Object.fromEntries(entries) }));
      }
    },
    end: () => undefined,
  };
}

function valueAt(values: ArrayLike<number>, at: number): number | null | string {
  const value = values[at]!;
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : String(value);
}

/** Prints samples as CSV with line ends as other tools of a shell have them. Cells without a value are empty. */
export function csvOutput(watched: readonly WatchedItems[]): SampleOutput {
  const table = new WatchedColumns(watched);
  const hasManagers = watched.length > 1;
  const titles = [
    { name: "time", unit: "s" },
    { name: "step", unit: "" },
    ...(hasManagers ? [{ name: "manager", unit: "" }] : []),
    ...table.columns,
  ];
  print(csvHeader(titles).trimEnd());
  return {
    add(batch) {
      const lines: string[] = [];
      table.rows(batch, (row, { step, time, manager }) => {
        let line = `${csvNumber(time)},${step}${hasManagers ? `,${manager.label}` : ""}`;
        for (const value of row) line += Number.isNaN(value) ? "," : `,${csvNumber(value)}`;
        lines.push(line);
      });
      if (lines.length > 0) print(lines.join("\n"));
    },
    end: () => undefined,
  };
}

/** Digits of a number for people. */
const DIGITS = 7;
const MIN_WIDTH = 12;
/** Longer names lose their beginning. */
const MAX_WIDTH = 26;

/** Prints samples in columns for people. On a terminal the names of the columns come again on each screen. */
export function columnOutput(watched: readonly WatchedItems[]): SampleOutput {
  const table = new WatchedColumns(watched);
  const hasManagers = watched.length > 1;
  const managerWidth = Math.max(...watched.map(({ manager }) => manager.label.length));
  const names = table.columns.map(({ name }) => (name.length > MAX_WIDTH ? `…${name.slice(1 - MAX_WIDTH)}` : name));
  const widths = table.columns.map(({ unit }, i) => Math.max(MIN_WIDTH, names[i]!.length, unit.length));
  const line = (first: readonly string[], cells: readonly string[]): string =>
    [
      ...(hasManagers ? [first[2]!.padEnd(managerWidth)] : []),
      first[0]!.padStart(9),
      first[1]!.padStart(MIN_WIDTH),
      ...cells.map((cell, i) => cell.padStart(widths[i]!)),
    ]
      .join("  ")
      .trimEnd();
  const header = [
    style.bold(line(["step", "time", ""], names)),
    style.dim(
      line(
        ["", "s", ""],
        table.columns.map(({ unit }) => unit),
      ),
    ),
  ].join("\n");
  let printed = Infinity;
  return {
    add(batch) {
      const lines: string[] = [];
      table.rows(batch, (row, { step, time, manager }) => {
        if (printed >= linesOfScreen()) {
          lines.push(header);
          printed = 2;
        }
        lines.push(line([String(step), time.toFixed(6), manager.label], Array.from(row, numberText)));
        printed++;
      });
      if (lines.length > 0) print(lines.join("\n"));
    },
    end: () => undefined,
  };
}

function linesOfScreen(): number {
  return process.stdout.isTTY ? Math.max(10, process.stdout.rows - 1) : 1e9;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "–";
  const text = String(Number(value.toPrecision(DIGITS)));
  return text.length <= MIN_WIDTH ? text : value.toExponential(4);
}
