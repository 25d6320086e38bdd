import { grown } from "../base/grown.ts";

declare const entityBrand: unique symbol;

/** A uint32 from a counter that is part of the world's state; never reused within one line of history. */
export type Entity = number & { readonly [entityBrand]: true };

/** Stands for "none" in columns: no entity has it. */
export const noEntity = 0 as Entity;

/** Ids from here on are assigned by GUI sessions while the world is paused, each in its own range. */
export const FIRST_SESSION_ENTITY = 0x80000000;

/** Ids in the range of one session. */
export const SESSION_ENTITIES = 0x10000;

/** The entities at some moment, by slot. */
export interface EntitiesCopy {
  /** 0 for a free slot. */
  readonly ids: Uint32Array;
  /** Parent's id; 0 for a root. */
  readonly parents: Uint32Array;
}

const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;

/**
 * The entities of one world and their tree. Each has a slot: a small integer by which stores are indexed. Slots are
 * reused, ids are not. Children are kept in the order of their ids, so that the order does not depend on how the tree
 * was built.
 */
export class Entities {
  ids = new Uint32Array(64);
  /** World version of creation or of the last change of parent. */
  versions = new Float64Array(64);
  /** Highest of the `versions`. */
  lastPlaced = 0;
  /** All slots in use are below this. */
  used = 0;
  count = 0;
  /** The last copy of these entities, as long as nothing has changed since. */
  copy: EntitiesCopy | undefined;
  #parent = new Int32Array(64);
  #firstChild = new Int32Array(64);
  #lastChild = new Int32Array(64);
  #next = new Int32Array(64);
  #previous = new Int32Array(64);
  #free: number[] = [];
  #lowPages: (Int32Array | undefined)[] = [];
  #sessionPages: (Int32Array | undefined)[] = [];

  /** Returns the slot of an entity; −1 if it does not exist. */
  slotOf(id: number): number {
    const page =
      id < FIRST_SESSION_ENTITY
        ? this.#lowPages[id >>> PAGE_BITS]
        : this.#sessionPages[(id - FIRST_SESSION_ENTITY) >>> PAGE_BITS];
    return page === undefined ? -1 : page[id & (PAGE - 1)]! - 1;
  }

  add(id: Entity, parent: number, version: number): number {
    const slot = this.#free.pop() ?? this.used++;
    if (slot >= this.ids.length) this.#grow();
    this.ids[slot] = id;
    this.#setSlot(id, slot);
    this.#firstChild[slot] = this.#lastChild[slot] = -1;
    this.count++;
    this.#attach(slot, parent);
    this.versions[slot] = this.lastPlaced = version;
    this.copy = undefined;
    return slot;
  }

  /** Removes an entity, whose children the caller has already removed. */
  remove(slot: number): void {
    this.#detach(slot);
    this.#setSlot(this.ids[slot]!, -1);
    this.ids[slot] = 0;
    this.#free.push(slot);
    this.count--;
    this.copy = undefined;
  }

  move(slot: number, parent: number, version: number): void {
    this.#detach(slot);
    this.#attach(slot, parent);
    this.versions[slot] = this.lastPlaced = version;
    this.copy = undefined;
  }

  /** Returns the parent's slot; −1 for a root. */
  parentOf(slot: number): number {
    return this.#parent[slot]!;
  }

  parentIdOf(slot: number): Entity {
    const parent = this.#parent[slot]!;
    return (parent < 0 ? 0 : this.ids[parent]!) as Entity;
  }

  firstChildOf(slot: number): number {
    return this.#firstChild[slot]!;
  }

  nextSiblingOf(slot: number): number {
    return this.#next[slot]!;
  }

  toCopy(): EntitiesCopy {
    if (this.copy === undefined) {
      const parents = new Uint32Array(this.used);
      for (let slot = 0; slot < this.used; slot++) if (this.ids[slot] !== 0) parents[slot] = this.parentIdOf(slot);
      this.copy = { ids: this.ids.slice(0, this.used), parents };
    }
    return this.copy;
  }

  /** Adopts the slots of the copy unchanged; `versionOf` returns when each entity was last placed. */
  restore(copy: EntitiesCopy, versionOf: (id: Entity, parent: Entity) => number): void {
    const versions = Float64Array.from(copy.ids, (id, slot) =>
      id === 0 ? 0 : versionOf(id as Entity, copy.parents[slot]! as Entity),
    );
    this.#lowPages = [];
    this.#sessionPages = [];
    this.#free = [];
    this.used = copy.ids.length;
    while (this.ids.length < this.used) this.#grow();
    this.ids.fill(0);
    this.ids.set(copy.ids);
    this.versions.set(versions);
    this.lastPlaced = versions.reduce((last, version) => Math.max(last, version), 0);
    this.count = 0;
    for (let slot = this.used - 1; slot >= 0; slot--) {
      const id = this.ids[slot]!;
      if (id === 0) this.#free.push(slot);
      else this.#setSlot(id, slot);
      this.#firstChild[slot] = this.#lastChild[slot] = -1;
    }
    for (let slot = 0; slot < this.used; slot++) {
      if (this.ids[slot] === 0) continue;
      this.count++;
      this.#attach(slot, copy.parents[slot] === 0 ? -1 : this.slotOf(copy.parents[slot]!));
    }
    this.copy = copy;
  }

  #attach(slot: number, parent: number): void {
    this.#parent[slot] = parent;
    this.#next[slot] = this.#previous[slot] = -1;
    if (parent < 0) return;
    const id = this.ids[slot]!;
    let before = this.#lastChild[parent]!;
    while (before >= 0 && this.ids[before]! > id) before = this.#previous[before]!;
    const after = before < 0 ? this.#firstChild[parent]! : this.#next[before]!;
    this.#link(parent, before, slot);
    this.#link(parent, slot, after);
  }

  #detach(slot: number): void {
    const parent = this.#parent[slot]!;
    if (parent >= 0) this.#link(parent, this.#previous[slot]!, this.#next[slot]!);
  }

  /** Makes two slots neighbours among a parent's children; −1 is the end of the list. */
  #link(parent: number, before: number, after: number): void {
    if (before < 0) this.#firstChild[parent] = after;
    else this.#next[before] = after;
    if (after < 0) this.#lastChild[parent] = before;
    else this.#previous[after] = before;
  }

  #setSlot(id: number, slot: number): void {
    const session = id >= FIRST_SESSION_ENTITY;
    const pages = session ? this.#sessionPages : this.#lowPages;
    const page = (session ? id - FIRST_SESSION_ENTITY : id) >>> PAGE_BITS;
    // Pages contain slot + 1, so that a fresh page of zeros means "none".
    (pages[page] ??= new Int32Array(PAGE))[id & (PAGE - 1)] = slot + 1;
  }

  #grow(): void {
    const size = this.ids.length * 2;
    this.ids = grown(this.ids, new Uint32Array(size));
    this.versions = grown(this.versions, new Float64Array(size));
    this.#parent = grown(this.#parent, new Int32Array(size));
    this.#firstChild = grown(this.#firstChild, new Int32Array(size));
    this.#lastChild = grown(this.#lastChild, new Int32Array(size));
    this.#next = grown(this.#next, new Int32Array(size));
    this.#previous = grown(this.#previous, new Int32Array(size));
  }
}
