import type { SeriesView } from "./series-view.ts";
import { statistics, type Statistics } from "./statistics.ts";

/** A curve in a table: its series, and how people call it. */
export interface NamedSeries {
  readonly name: string;
  /** "m/s"; empty if it has none. */
  readonly unit: string;
  readonly series: SeriesView;
}

export interface StatisticsRow extends Statistics {
  readonly name: string;
  readonly unit: string;
}

/** Returns the facts about each curve between two times. */
export function table(curves: readonly NamedSeries[], a: number, b: number): StatisticsRow[] {
  return curves.map(({ name, unit, series }) => ({ name, unit, ...statistics(series, a, b) }));
}

type Column = readonly [title: string, of: (row: StatisticsRow) => number];

const COLUMNS: readonly Column[] = [
  ["time a (s)", ({ a }) => a.time],
  ["time b (s)", ({ b }) => b.time],
  ["value a", ({ a }) => a.value],
  ["value b", ({ b }) => b.value],
  ["Δt (s)", ({ deltaTime }) => deltaTime],
  ["Δvalue", ({ deltaValue }) => deltaValue],
  ["slope (1/s)", ({ slope }) => slope],
  ["least", ({ least }) => least],
  ["time of least (s)", ({ leastTime }) => leastTime],
  ["greatest", ({ greatest }) => greatest],
  ["time of greatest (s)", ({ greatestTime }) => greatestTime],
  ["mean", ({ mean }) => mean],
  ["rms", ({ rms }) => rms],
  ["count", ({ count }) => count],
];

/** Writes rows as text to paste into a spreadsheet: tabs between cells, all digits, nothing where there is no number. */
export function tableText(rows: readonly StatisticsRow[]): string {
  const head = ["curve", "unit", ...COLUMNS.map(([title]) => title)];
  const lines = rows.map((row) => [
    ...[row.name, row.unit].map((text) => text.replaceAll(/\s+/g, " ")),
    ...COLUMNS.map(([, of]) => (Number.isNaN(of(row)) ? "" : String(of(row)))),
  ]);
  return [head, ...lines].map((cells) => `${cells.join("\t")}\n`).join("");
}
