import type { Described, ItemBatch } from "./item-stream.ts";
import type { Manager } from "./managers.ts";

/** A column of numbers that is watched. */
export interface WatchedColumn {
  /** "vehicle::chassis::linear_velocity.x"; with several managers after the label of its own and a slash. */
  readonly name: string;
  /** Empty if it is not known. */
  readonly unit: string;
}

/** What is watched of a manager. */
export interface WatchedItems {
  readonly manager: Manager;
  readonly described: readonly Described[];
}

/** Puts the samples of several managers, each with columns of its own, into rows that have the columns of all. */
export class WatchedColumns {
  readonly columns: readonly WatchedColumn[];
  /** The first column of each item. */
  readonly #places = new Map<Manager, Map<string, Place>>();
  readonly #row: Float64Array;

  constructor(watched: readonly WatchedItems[]) {
    const columns: WatchedColumn[] = [];
    for (const { manager, described } of watched) {
      const places = new Map<string, Place>();
      const label = watched.length === 1 ? "" : `${manager.label}/`;
      for (const item of described) {
        places.set(item.name, { first: columns.length, count: item.columns.length });
        columns.push(
          ...item.columns.map((column, i) => ({
            name: `${label}${columnName(item.name, column)}`,
            unit: item.units[i]!,
          })),
        );
      }
      this.#places.set(manager, places);
    }
    this.columns = columns;
    this.#row = new Float64Array(columns.length);
  }

  /** Calls back for each sample of a batch. Where a column has no value, it has NaN. The row is used again for the next. */
  rows({ manager, layout, steps, times, values }: ItemBatch, take: TakeRow): void {
    const row = this.#row;
    const places = this.#places.get(manager)!;
    for (const [i, step] of steps.entries()) {
      row.fill(NaN);
      let column = 0;
      for (const { name, columns } of layout) {
        const place = places.get(name);
        // An item that has changed its type has no columns here.
        const count = place?.count === columns.length ? place.count : 0;
        for (let k = 0; k < count; k++) row[place!.first + k] = values[(column + k) * steps.length + i]!;
        column += columns.length;
      }
      take(row, { step, time: times[i]!, manager });
    }
  }
}

export type TakeRow = (row: Float64Array, sample: RowOf) => void;

export interface RowOf {
  readonly step: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly manager: Manager;
}

interface Place {
  readonly first: number;
  readonly count: number;
}

export function columnName(item: string, column: string): string {
  return column === "" ? item : `${item}.${column}`;
}
