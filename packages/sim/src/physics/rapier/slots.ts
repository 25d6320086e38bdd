import { IdTable } from "../id-table.ts";
import { grown } from "../../base/grown.ts";
import { bytesOf } from "../typed-arrays.ts";

/**
 * The caller's ids by the arena slots that Rapier assigns (joints have Orrery's slots). In the bits of a handle, the
 * low word is the slot, the high word a generation.
 */
export class RapierSlots {
  /** 1 for slots in use. */
  used = new Uint8Array(16);
  ids = new Uint32Array(16);
  #generations = new Uint32Array(16);
  /** One above the highest slot ever taken. */
  extent = 0;
  readonly #kind: string;
  readonly #slots = new IdTable();
  /** All slots below this are in use. */
  #lowest = 0;

  constructor(kind: "body" | "shape" | "joint") {
    this.#kind = kind;
  }

  get size(): number {
    return this.#slots.size;
  }

  has(id: number): boolean {
    return this.#slots.has(id);
  }

  sortedIds(): number[] {
    return this.#slots.sortedIds();
  }

  /** Throws if the id is taken or not an integer below 2³². */
  checkFree(id: number): void {
    if (!Number.isInteger(id) || id < 0 || id > 0xffffffff)
      throw new Error(`${this.#kind} ${id}: ids are integers below 2³²`);
    if (this.#slots.has(id)) throw new Error(`${this.#kind} ${id} exists already`);
  }

  add(id: number, handle: number): number {
    const slot = slotOf(handle);
    if (slot >= this.ids.length) this.#grow(slot + 1);
    this.used[slot] = 1;
    this.ids[slot] = id;
    this.#generations[slot] = generationOf(handle);
    this.#slots.set(id, slot);
    if (slot >= this.extent) this.extent = slot + 1;
    return slot;
  }

  /** Returns the lowest free slot as a handle, for an object that Rapier creates only later. */
  freeHandle(): number {
    while (this.used[this.#lowest] === 1) this.#lowest++;
    return handleOf(this.#lowest, 0);
  }

  /** Clears the row to zeros, so that equal worlds have equal tables. */
  remove(slot: number): void {
    this.#slots.delete(this.ids[slot]!);
    this.#lowest = Math.min(this.#lowest, slot);
    this.used[slot] = 0;
    this.ids[slot] = 0;
    this.#generations[slot] = 0;
  }

  slot(id: number): number {
    const slot = this.#slots.get(id);
    if (slot < 0) throw new Error(`no ${this.#kind} ${id}`);
    return slot;
  }

  handle(slot: number): number {
    return handleOf(slot, this.#generations[slot]!);
  }

  /** Returns three sections of a saved state. */
  sections(): Uint8Array[] {
    return [bytesOf(this.used, this.extent), bytesOf(this.ids, this.extent), bytesOf(this.#generations, this.extent)];
  }

  /** Throws if the sections do not belong together. */
  static from(kind: "body" | "shape" | "joint", sections: readonly Uint8Array[]): RapierSlots {
    const table = new RapierSlots(kind);
    const [used, ids, generations] = sections;
    if (!used || ids?.length !== used.length * 4 || generations?.length !== used.length * 4) {
      throw new Error(`the state's table of ${kind} ids is damaged`);
    }
    table.extent = used.length;
    table.#grow(Math.max(16, used.length));
    table.used.set(used);
    new Uint8Array(table.ids.buffer).set(ids);
    new Uint8Array(table.#generations.buffer).set(generations);
    for (let slot = 0; slot < table.extent; slot++) {
      if (table.used[slot] === 0) continue;
      if (table.#slots.has(table.ids[slot]!)) throw new Error(`the state names ${kind} ${table.ids[slot]} twice`);
      table.#slots.set(table.ids[slot]!, slot);
    }
    return table;
  }

  #grow(needed: number): void {
    const size = Math.max(needed, this.ids.length * 2);
    this.used = grown(this.used, new Uint8Array(size));
    this.ids = grown(this.ids, new Uint32Array(size));
    this.#generations = grown(this.#generations, new Uint32Array(size));
  }
}

const handleBits = new Float64Array(1);
const handleWords = new Uint32Array(handleBits.buffer);

export function slotOf(handle: number): number {
  handleBits[0] = handle;
  return handleWords[0]!;
}

function generationOf(handle: number): number {
  handleBits[0] = handle;
  return handleWords[1]!;
}

function handleOf(slot: number, generation: number): number {
  handleWords[0] = slot;
  handleWords[1] = generation;
  return handleBits[0]!;
}
