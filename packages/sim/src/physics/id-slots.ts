import { IdTable } from "./id-table.ts";

/**
 * Slots for the caller's ids: small integers that stay the same for an id's whole life. A new id gets the lowest free
 * one.
 */
export class IdSlots {
  readonly #kind: string;
  readonly #slots = new IdTable();
  readonly #taken: boolean[] = [];

  constructor(kind: "body" | "shape" | "joint") {
    this.#kind = kind;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** One above the highest slot in use since the last restore. */
  get extent(): number {
    return this.#taken.length;
  }

  has(id: number): boolean {
    return this.#slots.has(id);
  }

  slot(id: number): number {
    const slot = this.#slots.get(id);
    if (slot < 0) throw new Error(`no ${this.#kind} ${id}`);
    return slot;
  }

  /** Throws if the id is taken or not an integer below 2³². */
  checkFree(id: number): void {
    if (!Number.isInteger(id) || id < 0 || id > 0xffffffff)
      throw new Error(`${this.#kind} ${id}: ids are integers below 2³²`);
    if (this.#slots.has(id)) throw new Error(`${this.#kind} ${id} exists already`);
  }

  /** The slot that a new id will get. */
  get next(): number {
    const free = this.#taken.indexOf(false);
    return free < 0 ? this.#taken.length : free;
  }

  /**
   * Restores an id to the slot that it was saved with. Throws if either is taken, which never happens with a valid
   * state.
   */
  put(id: number, slot: number): void {
    if (this.#taken[slot] === true || this.#slots.has(id)) throw new Error(`${this.#kind} ${id} is given twice`);
    while (this.#taken.length < slot) this.#taken.push(false);
    this.#taken[slot] = true;
    this.#slots.set(id, slot);
  }

  remove(id: number): void {
    this.#taken[this.slot(id)] = false;
    this.#slots.delete(id);
  }

  sortedIds(): number[] {
    return this.#slots.sortedIds();
  }
}
