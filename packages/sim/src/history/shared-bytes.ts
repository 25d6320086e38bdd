import type { Snapshot } from "../ecs/snapshot.ts";
import { patchBytes } from "./state-patch.ts";
import type { KeptState } from "./stored-state.ts";

type Parts = { readonly snapshot: Snapshot; readonly states: ReadonlyMap<string, KeptState> };

/** Counts the memory of many keyframes; parts that they share count once. */
export class SharedBytes {
  readonly #parts = new Map<object, { users: number; bytes: number }>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  has(part: object): boolean {
    return this.#parts.has(part);
  }

  /** Adds a keyframe's parts, and returns the growth of the total. */
  add(parts: Parts): number {
    const before = this.#total;
    for (const [part, bytes] of partsOf(parts)) {
      const known = this.#parts.get(part);
      if (known !== undefined) known.users++;
      else {
        this.#parts.set(part, { users: 1, bytes });
        this.#total += bytes;
      }
    }
    return this.#total - before;
  }

  remove(parts: Parts): void {
    for (const [part] of partsOf(parts)) {
      const known = this.#parts.get(part)!;
      if (--known.users > 0) continue;
      this.#parts.delete(part);
      this.#total -= known.bytes;
    }
  }

  /** Records the new size of a part. A part that is no longer used does not count. */
  resize(part: object, bytes: number): void {
    const known = this.#parts.get(part);
    if (known === undefined) return;
    this.#total += bytes - known.bytes;
    known.bytes = bytes;
  }
}

function* partsOf({ snapshot, states }: Parts): Generator<readonly [part: object, bytes: number]> {
  const { entities } = snapshot;
  yield [entities, entities.ids.byteLength + entities.parents.byteLength];
  for (const copy of snapshot.stores) {
    const { data } = copy;
    yield [copy, OBJECT_BYTES + (data instanceof Float64Array ? data.byteLength : data.length * REFERENCE_BYTES)];
    // Stores with the same rows share the list of their entities.
    yield [copy.entities, copy.entities.byteLength];
  }
  for (const { stored, patch } of states.values()) {
    yield [stored, stored.byteLength];
    if (patch !== undefined) yield [patch, OBJECT_BYTES + patchBytes(patch)];
  }
}

/** All keyframes between two writes share a value, so only the reference to it counts. */
const REFERENCE_BYTES = 8;
const OBJECT_BYTES = 64;
