import { grown } from "../base/grown.ts";
import type { Component, ValueOf } from "./component.ts";
import type { Entity } from "./entities.ts";
import { ColumnStore, type MembershipListener, type Store, type ValueStore } from "./store.ts";

export type Values<C extends readonly Component[]> = { [I in keyof C]: ValueOf<C[I]> };
type Found<C extends readonly Component[]> = [Entity, ...Values<C>];

/** With more outstanding changes than this, the whole list is rebuilt. */
const REBUILD_AT = 64;
/** Rows are worth moving if runs are shorter than this on average. */
const LONG_RUN = 64;

/**
 * The entities that have all of some components, in the order of their ids, so that the order does not depend on how
 * the world was built. Updated on the next read rather than on each change.
 */
export class Query<C extends readonly Component[] = readonly Component[]> implements MembershipListener {
  /** Whether runs have been requested. */
  isLooped = false;
  readonly #stores: readonly Store[];
  #entities = new Uint32Array(16);
  /** By component, then by index in `#entities`. */
  #rows: Int32Array[];
  #runs: Int32Array | undefined;
  /** The runs at the last arrangement of rows. */
  #arranged: Int32Array | undefined;
  #count = 0;
  #waiting: Entity[] = [];
  #stale = true;
  #readers = 0;

  constructor(stores: readonly Store[]) {
    this.#stores = stores;
    this.#rows = stores.map(() => new Int32Array(16));
    for (const store of stores) store.listeners.push(this);
  }

  get count(): number {
    this.#refresh();
    return this.#count;
  }

  /** Sorted ids; the first `count` are valid. This is a view, which the next read after a change may alter. */
  get entities(): Uint32Array {
    this.#refresh();
    return this.#entities;
  }

  /**
   * For hot loops: the entities in runs, whose rows are consecutive in all components with numbers. Each run consists
   * of its length, then its first row in each of these. Valid until an entity gains or loses one of the components.
   */
  get runs(): Int32Array {
    this.#refresh();
    this.isLooped = true;
    return (this.#runs ??= this.#findRuns());
  }

  /** Whether there are runs in use that `arrange` has not seen. */
  get isUntidy(): boolean {
    return this.isLooped && this.runs !== this.#arranged;
  }

  /**
   * Moves rows so that there is a single run, if runs are short and no column is in `taken`; adds the columns to
   * `taken`.
   */
  arrange(taken: Set<Store>): void {
    const columns = this.#stores.filter(hasNumbers);
    const isFree = !columns.some((column) => taken.has(column));
    if (isFree && this.runs.length > (columns.length + 1) * (1 + this.#count / LONG_RUN)) {
      for (const column of columns) column.arrange(this.#entities.subarray(0, this.#count));
    }
    if (isFree) for (const column of columns) taken.add(column);
    this.#arranged = this.runs;
  }

  /**
   * Visits each entity. Entities may be changed, created and removed meanwhile; removed ones are skipped, new ones are
   * visited next time.
   */
  each(visit: (entity: Entity, ...values: Values<C>) => void): void {
    for (const [entity, ...values] of this) visit(entity, ...(values as Values<C>));
  }

  first(): Entity | undefined {
    return this.count === 0 ? undefined : (this.#entities[0] as Entity);
  }

  *[Symbol.iterator](): IterableIterator<Found<C>> {
    this.#refresh();
    const entities = this.#entities;
    const rows = this.#rows;
    const count = this.#count;
    this.#readers++;
    try {
      for (let i = 0; i < count; i++) {
        const entity = entities[i]! as Entity;
        if (this.#stores.some((store, k) => store.entities[rows[k]![i]!] !== entity)) continue;
        yield [entity, ...this.#stores.map((store, k) => valueAt(store, rows[k]![i]!))] as unknown as Found<C>;
      }
    } finally {
      this.#readers--;
    }
  }

  touch(entity: Entity): void {
    if (this.#stale) return;
    this.#waiting.push(entity);
    if (this.#waiting.length > REBUILD_AT + this.#count) this.invalidate();
  }

  invalidate(): void {
    this.#stale = true;
    this.#waiting.length = 0;
  }

  #refresh(): void {
    if (this.#stale || this.#waiting.length > 0) this.#catchUp();
  }

  #catchUp(): void {
    this.#runs = undefined;
    // The arrays are being iterated over, so they must not change.
    if (this.#readers > 0) this.#reallocate(this.#entities.length);
    if (this.#stale || (this.#waiting.length > REBUILD_AT && this.#waiting.some((e) => this.#place(e) < this.#count)))
      this.#rebuild();
    else for (const entity of this.#waiting) this.#update(entity);
    this.#waiting.length = 0;
  }

  #rebuild(): void {
    const smallest = this.#stores.reduce((a, b) => (b.count < a.count ? b : a));
    if (this.#entities.length < smallest.count) this.#reallocate(smallest.count);
    let count = 0;
    for (let row = 0; row < smallest.used; row++) {
      const entity = smallest.entities[row]! as Entity;
      if (entity !== 0 && this.#matches(entity)) this.#entities[count++] = entity;
    }
    this.#entities.subarray(0, count).sort();
    for (let k = 0; k < this.#stores.length; k++) {
      const rows = this.#rows[k]!;
      const store = this.#stores[k]!;
      for (let i = 0; i < count; i++) rows[i] = store.row(this.#entities[i]! as Entity);
    }
    this.#count = count;
    this.#stale = false;
  }

  #update(entity: Entity): void {
    const place = this.#place(entity);
    const present = place < this.#count && this.#entities[place] === entity;
    const matches = this.#matches(entity);
    if (present && !matches) {
      this.#shift(place + 1, place);
      this.#count--;
      return;
    }
    if (!matches) return;
    if (!present) {
      if (this.#count === this.#entities.length) this.#reallocate(this.#count * 2);
      this.#shift(place, place + 1);
      this.#count++;
      this.#entities[place] = entity;
    }
    for (let k = 0; k < this.#stores.length; k++) this.#rows[k]![place] = this.#stores[k]!.row(entity);
  }

  #findRuns(): Int32Array {
    const count = this.#count;
    const columns = this.#rows.filter((_, k) => hasNumbers(this.#stores[k]!));
    const isFirst = new Uint8Array(count + 1).fill(1, count);
    for (const rows of columns) {
      for (let i = 1; i < count; i++) if (rows[i] !== rows[i - 1]! + 1) isFirst[i] = 1;
    }
    const runs: number[] = [];
    for (let first = 0, next = 0; first < count; first = next) {
      next = isFirst.indexOf(1, first + 1);
      runs.push(next - first);
      for (const rows of columns) runs.push(rows[first]!);
    }
    return Int32Array.from(runs);
  }

  #matches(entity: Entity): boolean {
    for (const store of this.#stores) if (store.row(entity) < 0) return false;
    return true;
  }

  /** Returns the index where the id is, or would be. */
  #place(entity: Entity): number {
    let low = 0;
    let high = this.#count;
    if (high > 0 && this.#entities[high - 1]! < entity) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entities[middle]! < entity) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #shift(from: number, to: number): void {
    this.#entities.copyWithin(to, from, this.#count);
    for (const rows of this.#rows) rows.copyWithin(to, from, this.#count);
  }

  #reallocate(size: number): void {
    this.#entities = grown(this.#entities, new Uint32Array(size));
    this.#rows = this.#rows.map((rows) => grown(rows, new Int32Array(size)));
  }
}

/** Returns whether a store has numbers: tags are columns too, but have none. */
function hasNumbers(store: Store): store is ColumnStore {
  return store instanceof ColumnStore && store.stride > 0;
}

function valueAt(store: Store, row: number): unknown {
  return (store as ColumnStore | ValueStore).get(row);
}
