import type { TableColumn } from "./table.ts";

/** Numbers that are added one after the other, without knowing how many there will be. */
export class GrowingNumbers {
  #values = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns the numbers so far, in memory of their own. */
  take(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}

/** A column of a table that is read row by row. */
export class ColumnBuilder {
  readonly name: string;
  readonly unit: string;
  readonly #values = new GrowingNumbers();
  /** The row of each value, from the first empty cell on. */
  #rows: GrowingNumbers | undefined;

  constructor(name: string, unit: string) {
    this.name = name;
    this.unit = unit;
  }

  /** Number of cells that are not empty. */
  get length(): number {
    return this.#values.length;
  }

  /** Sets the cell of a row, which must come after all rows that have one. */
  add(row: number, value: number): void {
    const { length } = this.#values;
    if (this.#rows === undefined && row !== length) {
      this.#rows = new GrowingNumbers();
      for (let i = 0; i < length; i++) this.#rows.push(i);
    }
    this.#rows?.push(row);
    this.#values.push(value);
  }

  finish(rowCount: number): TableColumn {
    const values = this.#values.take();
    const isFull = values.length === rowCount;
    const rows = isFull ? undefined : (this.#rows?.take() ?? values.map((_, i) => i));
    return { name: this.name, unit: this.unit, rows: rows && new Uint32Array(rows), values };
  }
}
