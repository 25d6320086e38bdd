import type { World } from "@dimforge/rapier3d-simd-compat";
import { spareMemory } from "../../../base/spare-memory.ts";
import { sortContactCaches } from "./contact-caches.ts";
import { NEW_FROM_SLICE } from "./layout.ts";
import type { MemoryViews } from "./views.ts";

export interface Snapshot {
  /** With the requested room after the snapshot. */
  readonly bytes: Uint8Array;
  /** Length of the snapshot alone. */
  readonly length: number;
}

export interface SnapshotOptions {
  /** Returns the required length of a buffer for a snapshot of this length. */
  readonly lengthOf: (length: number) => number;
  /** Whether contact caches must be sorted: see `sortContactCaches`. */
  readonly hasParts: boolean;
}

/**
 * Takes snapshots with room after them. Each is copied once, directly out of wasm memory: fresh memory costs more than
 * the copying, half of the time of a save of 35 MB, and Rapier's own copy has no room.
 */
export class Snapshots {
  readonly #views: MemoryViews;
  /** Set while a snapshot is being taken. */
  #taking: { readonly lengthOf: SnapshotOptions["lengthOf"]; taken: Snapshot | undefined } | undefined;

  constructor(views: MemoryViews) {
    this.#views = views;
  }

  take(world: World, { lengthOf, hasParts }: SnapshotOptions): Snapshot {
    const taking = (this.#taking = { lengthOf, taken: undefined as Snapshot | undefined });
    let own: Uint8Array;
    try {
      own = world.takeSnapshot();
    } finally {
      this.#taking = undefined;
    }
    const snapshot = taking.taken ?? copyOf(own, lengthOf);
    if (hasParts) sortContactCaches(snapshot.bytes.subarray(0, snapshot.length), world);
    return snapshot;
  }

  /** Takes bytes that Rapier returns, while a snapshot is being taken. Returns whether it did. */
  divert(at: number, length: number): boolean {
    if (this.#taking === undefined) return false;
    this.#taking.taken = copyOf(this.#views.bytes(at, length), this.#taking.lengthOf);
    return true;
  }
}

/**
 * Changes, among the imports of a wasm module, how bytes are returned: those that `divert` takes are not copied again.
 */
export function watchSlices(imports: object, divert: (at: number, length: number) => boolean): void {
  for (const group of Object.values(imports as Record<string, Record<string, unknown>>)) {
    const name = Object.keys(group).find((key) => key.startsWith(NEW_FROM_SLICE));
    if (name === undefined) continue;
    const newFromSlice = group[name] as (at: number, length: number) => number;
    // Returns an empty array instead of the bytes that were taken.
    group[name] = (at: number, length: number): number => newFromSlice(at, divert(at >>> 0, length >>> 0) ? 0 : length);
  }
}

function copyOf(snapshot: Uint8Array, lengthOf: SnapshotOptions["lengthOf"]): Snapshot {
  const bytes = spareMemory.borrow(lengthOf(snapshot.length));
  bytes.set(snapshot);
  // The same world must give the same bytes, including the padding.
  bytes.fill(0, snapshot.length);
  return { bytes, length: snapshot.length };
}
