import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { addressOf, UnknownLayout } from "./wasm/memory.ts";
import { slotOf } from "./slots.ts";

// Of rapier3d-simd-compat 0.20.0, in bytes: memberships, filter and mode of a collider's collision groups.
const ENTRIES = 16;
const ENTRY_SIZE = 208;
const GROUPS = 136;
const BOTH_WAYS = 0;
const EITHER_WAY = 1;

/**
 * Makes a collider touch another when one of the two wants it, provided that the other has the same mode. By default Rapier asks
 * both sides, and its package has no call to change that. Call it after the collision groups are set, which brings the default
 * back. Throws where memory does not hold these groups.
 */
export function touchEitherWay(world: rapier.World, memory: WebAssembly.Memory, collider: rapier.Collider): void {
  const words = new Uint32Array(memory.buffer);
  const entries = words[(addressOf(world.colliders.raw) + ENTRIES) >> 2]!;
  const at = (entries + slotOf(collider.handle) * ENTRY_SIZE + GROUPS) >> 2;
  const groups = collider.collisionGroups();
  if (words[at] !== groups >>> 16 || words[at + 1] !== (groups & 0xffff) || words[at + 2] !== BOTH_WAYS)
    throw new UnknownLayout("collision groups");
  words[at + 2] = EITHER_WAY;
}
