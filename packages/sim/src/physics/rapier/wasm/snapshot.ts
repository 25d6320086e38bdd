import type { World } from "@dimforge/rapier3d-simd-compat";
import { spareMemory } from "../../../base/spare-memory.ts";

/** Returns how long a buffer to hold this many bytes should be. */
type LengthOf = (length: number) => number;

/** Set while a snapshot is taken. */
let taking: { readonly lengthOf: LengthOf; taken: Snapshot | undefined } | undefined;

export interface Snapshot {
  /** With what was asked for behind the snapshot. */
  readonly bytes: Uint8Array;
  /** Length of the snapshot alone. */
  readonly length: number;
}

/**
 * A snapshot with room behind it. It is copied once, out of wasm memory: fresh memory costs more than the copying, half of the
 * time of a save of 35 MB, and Rapier's own copy has no room.
 */
export function takeSnapshot(world: World, lengthOf: LengthOf): Snapshot {
  taking = { lengthOf, taken: undefined };
  try {
    const own = world.takeSnapshot();
    return taking.taken ?? copyOf(own, lengthOf);
  } finally {
    taking = undefined;
  }
}

/** Among what a wasm module asks its host for, changes how bytes are handed out, while a snapshot is taken. */
export function watchSlices(imports: object, memory: () => WebAssembly.Memory | undefined): void {
  for (const group of Object.values(imports as Record<string, Record<string, unknown>>)) {
    const name = Object.keys(group).find((key) => key.startsWith(NEW_FROM_SLICE));
    if (name === undefined) continue;
    const newFromSlice = group[name] as (at: number, length: number) => number;
    group[name] = (at: number, length: number): number => {
      const buffer = memory()?.buffer;
      if (taking === undefined || buffer === undefined) return newFromSlice(at, length);
      taking.taken = copyOf(new Uint8Array(buffer, at >>> 0, length >>> 0), taking.lengthOf);
      // An empty one in its place.
      return newFromSlice(at, 0);
    };
  }
}

function copyOf(snapshot: Uint8Array, lengthOf: LengthOf): Snapshot {
  const bytes = spareMemory.borrow(lengthOf(snapshot.length));
  bytes.set(snapshot);
  // The same world gives the same bytes, in between and behind, too.
  bytes.fill(0, snapshot.length);
  return { bytes, length: snapshot.length };
}

/** As wasm-bindgen names it; what follows is a hash. */
const NEW_FROM_SLICE = "__wbg_new_from_slice_";
