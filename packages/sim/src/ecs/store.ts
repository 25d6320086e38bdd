import { grown } from "../base/grown.ts";
import type { Component, NumericComponent, ValueComponent } from "./component.ts";
import type { Entities, Entity } from "./entities.ts";
import type { RemovalLog } from "./removal-log.ts";

/** The world's version, incremented by readers of changes; shared by all stores. */
export interface VersionClock {
  now: number;
}

/** The contents of a store when it was copied. Shared between snapshots while nothing is written in between. */
export interface StoreCopy {
  readonly component: Component;
  /** By row; 0 for a free row. */
  readonly entities: Uint32Array;
  readonly data: Float64Array | readonly unknown[];
}

/** Called when an entity gains or loses the store's component. */
export interface MembershipListener {
  touch(entity: Entity): void;
  /** Called when any entity may have changed. */
  invalidate(): void;
}

/**
 * All values of one component in one world. An entity keeps its row until the component is removed, or the world is
 * restored or tidied, so callers may keep row numbers within a step.
 */
export abstract class Store<C extends Component = Component> {
  readonly component: C;
  /** By row; 0 for a free row. */
  entities = new Uint32Array(16);
  /** World version of the last write, by row. */
  versions = new Float64Array(16);
  /** All rows in use are below this. */
  used = 0;
  count = 0;
  /** Increases whenever an entity gets, loses or changes its row: row numbers must then be looked up again. */
  moves = 0;
  readonly listeners: MembershipListener[] = [];
  readonly #slots: Entities;
  readonly #clock: VersionClock;
  #rows = new Int32Array(64).fill(-1);
  #free: number[] = [];
  /** The last copy of `entities`, as long as no entity has gained or lost the component since. */
  #entitiesCopy: Uint32Array | undefined;
  // These two must stay last: declared before `listeners`, they make a loop that stamps every row take 1.5 times as
  // long (Node 24).
  lastWrite = 0;
  protected copy: StoreCopy | undefined;

  constructor(component: C, slots: Entities, clock: VersionClock) {
    this.component = component;
    this.#slots = slots;
    this.#clock = clock;
  }

  /** Returns the entity's row; −1 if it lacks the component. */
  row(entity: Entity): number {
    const slot = this.#slots.slotOf(entity);
    return slot < 0 || slot >= this.#rows.length ? -1 : this.#rows[slot]!;
  }

  /** Marks a row as written. Must be called after every write, or readers of changes and snapshots miss it. */
  stamp(row: number): void {
    this.versions[row] = this.lastWrite = this.#clock.now;
    this.copy = undefined;
  }

  /** Marks `count` rows from `first` on as written. */
  stampRun(first: number, count: number): void {
    this.versions.fill((this.lastWrite = this.#clock.now), first, first + count);
    this.copy = undefined;
  }

  /** Returns the entity's row; adds one with undefined contents if there is none yet. */
  require(entity: Entity): number {
    const slot = this.#slots.slotOf(entity);
    if (slot < 0) throw new Error(`entity ${entity} does not exist`);
    let row = slot < this.#rows.length ? this.#rows[slot]! : -1;
    if (row >= 0) return row;
    row = this.#free.pop() ?? this.used++;
    if (row >= this.entities.length) this.grow(this.entities.length * 2);
    this.#setRow(slot, row);
    this.entities[row] = entity;
    this.#entitiesCopy = undefined;
    this.count++;
    this.moves++;
    for (const listener of this.listeners) listener.touch(entity);
    return row;
  }

  remove(entity: Entity): boolean {
    const slot = this.#slots.slotOf(entity);
    const row = slot < 0 || slot >= this.#rows.length ? -1 : this.#rows[slot]!;
    if (row < 0) return false;
    this.#rows[slot] = -1;
    this.entities[row] = 0;
    this.#entitiesCopy = undefined;
    this.clearRow(row);
    this.#free.push(row);
    // If rows were reused from last to first, their order would be the reverse of the ids' order.
    if (--this.count === 0) this.#free.length = this.used = 0;
    this.moves++;
    this.lastWrite = this.#clock.now;
    this.copy = undefined;
    for (const listener of this.listeners) listener.touch(entity);
    return true;
  }

  /**
   * Returns the entities whose value was written after a version, by id, because the order of rows differs from run to
   * run.
   */
  writtenAfter(version: number): Entity[] {
    const entities: Entity[] = [];
    if (this.lastWrite <= version) return entities;
    for (let row = 0; row < this.used; row++) {
      if (this.versions[row]! > version && this.entities[row] !== 0) entities.push(this.entities[row]! as Entity);
    }
    return entities.sort((a, b) => a - b);
  }

  toCopy(): StoreCopy {
    this.#entitiesCopy ??= this.entities.slice(0, this.used);
    return (this.copy ??= { component: this.component, entities: this.#entitiesCopy, data: this.copyData() });
  }

  /**
   * Restores the rows of the copy. Unchanged rows keep their version; all others are stamped, and lost components are
   * logged. Must be called after the entities themselves have been restored; `slotsMoved` says that their slots have
   * changed.
   */
  restore(copy: StoreCopy, removals: RemovalLog, slotsMoved: boolean): void {
    const rowsMoved = this.copy !== copy && this.#takeRows(copy, removals);
    if (slotsMoved || rowsMoved) this.#reindex();
  }

  #takeRows(copy: StoreCopy, removals: RemovalLog): boolean {
    const rows = copy.entities.length;
    const before = Math.max(this.used, rows);
    // Free rows must also be recomputed after the number of rows has changed: one of them may now be beyond the end.
    let moved = this.used !== rows;
    while (this.entities.length < rows) this.grow(this.entities.length * 2);
    for (let row = 0; row < before; row++) {
      const old = this.entities[row]! as Entity;
      const entity = (row < rows ? copy.entities[row]! : 0) as Entity;
      if (old !== entity) {
        moved = true;
        if (old !== 0) removals.component(old, this.component, this.#clock.now);
        if (entity === 0) this.clearRow(row);
      } else if (entity === 0 || this.sameData(row, copy)) continue;
      if (entity !== 0) this.versions[row] = this.#clock.now;
    }
    this.lastWrite = this.#clock.now;
    this.entities.fill(0, 0, this.used);
    this.entities.set(copy.entities);
    this.used = rows;
    this.loadData(copy);
    this.copy = copy;
    this.#entitiesCopy = copy.entities;
    return moved;
  }

  /**
   * Gives these entities the first rows, in this order; the others follow in their old order. Returns the old rows in
   * the new order.
   */
  protected renumber(front: Uint32Array): Set<number> {
    const order = new Set(Array.from(front, (entity) => this.row(entity as Entity)));
    for (let row = 0; row < this.used; row++) if (this.entities[row] !== 0) order.add(row);
    const entities = Uint32Array.from(order, (row) => this.entities[row]!);
    this.entities.fill(0, 0, this.used);
    this.entities.set(entities);
    this.versions.set(Float64Array.from(order, (row) => this.versions[row]!));
    this.used = order.size;
    this.copy = this.#entitiesCopy = undefined;
    this.#reindex();
    return order;
  }

  #reindex(): void {
    this.#rows.fill(-1);
    this.#free = [];
    this.count = 0;
    this.moves++;
    for (let row = this.used - 1; row >= 0; row--) {
      const entity = this.entities[row]!;
      if (entity === 0) {
        this.#free.push(row);
        continue;
      }
      this.count++;
      this.#setRow(this.#slots.slotOf(entity), row);
    }
    for (const listener of this.listeners) listener.invalidate();
  }

  #setRow(slot: number, row: number): void {
    if (slot >= this.#rows.length) {
      const size = Math.max(slot + 1, this.#rows.length * 2);
      this.#rows = grown(this.#rows, new Int32Array(size).fill(-1, this.#rows.length));
    }
    this.#rows[slot] = row;
  }

  protected grow(size: number): void {
    this.entities = grown(this.entities, new Uint32Array(size));
    this.versions = grown(this.versions, new Float64Array(size));
  }

  protected abstract clearRow(row: number): void;
  protected abstract copyData(): StoreCopy["data"];
  protected abstract sameData(row: number, copy: StoreCopy): boolean;
  protected abstract loadData(copy: StoreCopy): void;
}

/** Numbers in one typed array, `stride` per row. */
export class ColumnStore<T = unknown> extends Store<NumericComponent<T>> {
  data: Float64Array<ArrayBuffer>;
  readonly stride: number;

  constructor(component: NumericComponent<T>, slots: Entities, clock: VersionClock) {
    super(component, slots, clock);
    this.stride = component.fields.length;
    this.data = new Float64Array(this.entities.length * this.stride);
  }

  get(row: number): T {
    const { fields } = this.component;
    const value: Record<string, number> = {};
    for (let i = 0; i < fields.length; i++) value[fields[i]!] = this.data[row * this.stride + i]!;
    return value as T;
  }

  set(row: number, value: T): void {
    const { fields } = this.component;
    for (let i = 0; i < fields.length; i++)
      this.data[row * this.stride + i] = (value as Record<string, number>)[fields[i]!]!;
    this.stamp(row);
  }

  protected override grow(size: number): void {
    super.grow(size);
    this.data = grown(this.data, new Float64Array(size * this.stride));
  }

  /**
   * Returns the numbers from this row on, for loops over runs. Creates a view, which takes some 25 ns, except for row
   * 0.
   */
  from(row: number): Float64Array {
    return row === 0 ? this.data : this.data.subarray(row * this.stride);
  }

  /** Moves the rows of these entities to the front, in this order. */
  arrange(front: Uint32Array): void {
    const { data, stride } = this;
    this.data = new Float64Array(data.length);
    let to = 0;
    for (const row of this.renumber(front)) for (let k = 0; k < stride; k++) this.data[to++] = data[row * stride + k]!;
  }

  protected clearRow(row: number): void {
    this.data.fill(0, row * this.stride, (row + 1) * this.stride);
  }

  protected copyData(): Float64Array {
    return this.data.slice(0, this.used * this.stride);
  }

  protected sameData(row: number, copy: StoreCopy): boolean {
    const data = copy.data as Float64Array;
    return sameNumbers(this.data, row * this.stride, data, row * this.stride, this.stride);
  }

  protected loadData(copy: StoreCopy): void {
    this.data.set(copy.data as Float64Array);
  }
}

/** Compares numbers to the bit, except that all NaNs are equal: minus zeros must be restored as such. */
export function sameNumbers(a: Float64Array, from: number, b: Float64Array, other: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (!Object.is(a[from + k], b[other + k])) return false;
  return true;
}

/** Plain values by row. */
export class ValueStore<T = unknown> extends Store<ValueComponent<T>> {
  values: (T | undefined)[] = [];

  get(row: number): T {
    return this.values[row] as T;
  }

  set(row: number, value: T): void {
    this.values[row] = value;
    this.stamp(row);
  }

  protected clearRow(row: number): void {
    this.values[row] = undefined;
  }

  protected copyData(): readonly unknown[] {
    return this.values.slice(0, this.used);
  }

  protected sameData(row: number, copy: StoreCopy): boolean {
    return this.values[row] === (copy.data as readonly unknown[])[row];
  }

  protected loadData(copy: StoreCopy): void {
    this.values = (copy.data as readonly T[]).slice();
  }
}
