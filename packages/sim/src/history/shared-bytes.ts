import type { Snapshot } from "../ecs/snapshot.ts";

type Parts = { readonly snapshot: Snapshot; readonly states: ReadonlyMap<string, Uint8Array> };

/** The memory of many keyframes, in which what they share counts once. */
export class SharedBytes {
  readonly #users = new Map<object, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Returns what it adds to the total. */
  add(parts: Parts): number {
    return this.#count(parts, 1);
  }

  remove(parts: Parts): void {
    this.#count(parts, -1);
  }

  #count({ snapshot, states }: Parts, by: 1 | -1): number {
    const before = this.#total;
    const { entities } = snapshot;
    this.#use(entities, entities.ids.byteLength + entities.parents.byteLength, by);
    for (const copy of snapshot.stores) {
      const { data } = copy;
      const bytes = data instanceof Float64Array ? data.byteLength : data.length * REFERENCE_BYTES;
      this.#use(copy, bytes + OBJECT_BYTES, by);
      // Stores of the same rows share the list of their entities.
      this.#use(copy.entities, copy.entities.byteLength, by);
    }
    for (const bytes of states.values()) this.#use(bytes, bytes.byteLength, by);
    return this.#total - before;
  }

  #use(part: object, bytes: number, by: 1 | -1): void {
    const users = this.#users.get(part) ?? 0;
    if (users === 0 || users + by === 0) this.#total += by * bytes;
    if (users + by === 0) this.#users.delete(part);
    else this.#users.set(part, users + by);
  }
}

/** A value is shared by all keyframes between two writes: only where it stands counts. */
const REFERENCE_BYTES = 8;
const OBJECT_BYTES = 64;
