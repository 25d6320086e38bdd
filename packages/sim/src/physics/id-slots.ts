import { IdTable } from "./id-table.ts";

/** Slots of the caller's ids: small integers, the same for an id's whole life, the lowest free one for a new id. */
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

  /** Throws when the id is taken or not an integer below 2³². */
  checkFree(id: number): void {
    if (!Number.isInteger(id) || id < 0 || id > 0xffffffff)
      throw new Error(`${this.#kind} ${id}: ids are integers below 2³²`);
    if (this.#slots.has(id)) throw new Error(`${this.#kind} ${id} exists already`);
  }

  /** The one that a new id gets. */
  get next(): number {
    const free = this.#taken.indexOf(false);
    return free < 0 ? this.#taken.length : free;
  }

  /** Restores an id to the slot it was saved with. Throws when either is taken, which no saved state has. */
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
