import type { Delta } from "../ecs/delta.ts";
import type { World } from "../ecs/world.ts";
import { checkFits, decodeDelta } from "./delta-codec.ts";
import { replacement } from "./replacement.ts";
import type { StateUpdate } from "./state-tap.ts";

/** Brings a mirror up to date and says what that changed. Throws a PackError, and changes nothing, when it does not fit. */
export function applyState(world: World, delta: Delta, { whole }: { readonly whole: boolean }): Delta {
  checkFits(delta, (entity) => !whole && world.exists(entity));
  const change = whole ? replacement(world, delta) : delta;
  world.apply(change);
  return change;
}

/** Likewise with what a StateTap gave. */
export function applyUpdate(world: World, { bytes, whole }: StateUpdate): Delta {
  return applyState(world, decodeDelta(bytes), { whole });
}
