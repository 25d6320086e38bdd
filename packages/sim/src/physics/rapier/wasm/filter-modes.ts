import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { slotOf } from "../slots.ts";
import { BOTH_WAYS, COLLIDER_ENTRIES, COLLIDER_GROUPS, COLLIDER_SIZE, EITHER_WAY } from "./layout.ts";
import { UnknownLayout } from "./unknown-layout.ts";
import { addressOf, type MemoryViews } from "./views.ts";

/** Changes how the collision groups of two shapes are compared. */
export class FilterModes {
  readonly #views: MemoryViews;

  constructor(views: MemoryViews) {
    this.#views = views;
  }

  /**
   * Makes a collider touch another if the filter of either one allows it, provided that the other has the same mode. By
   * default Rapier requires both, and its package has no function to change that. Must be called after setting the
   * collision groups, which restores the default. Throws if the memory does not contain these groups.
   */
  touchEitherWay(world: rapier.World, collider: rapier.Collider): void {
    const groups = collider.collisionGroups();
    this.#views.renew();
    const { words } = this.#views;
    const entries = words[(addressOf(world.colliders.raw) + COLLIDER_ENTRIES) >> 2]!;
    const at = (entries + slotOf(collider.handle) * COLLIDER_SIZE + COLLIDER_GROUPS) >> 2;
    if (words[at] !== groups >>> 16 || words[at + 1] !== (groups & 0xffff) || words[at + 2] !== BOTH_WAYS)
      throw new UnknownLayout("collision groups");
    words[at + 2] = EITHER_WAY;
  }
}
