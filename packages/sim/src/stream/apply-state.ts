import type { Delta } from "../ecs/delta.ts";
import { noEntity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { checkFits, type Tree } from "./check-fits.ts";
import { decodeDelta } from "./delta-codec.ts";
import { replacement } from "./replacement.ts";
import type { StateUpdate } from "./state-tap.ts";

/**
 * Brings a mirror up to date and returns what that changed. Throws a PackError, without changing anything, if the
 * change does not fit.
 */
export function applyState(world: World, delta: Delta, { whole }: { readonly whole: boolean }): Delta {
  checkFits(delta, whole ? nothing : world);
  const change = whole ? replacement(world, delta) : delta;
  world.apply(change);
  return change;
}

/** Brings a mirror up to date with an update from a StateTap. */
export function applyUpdate(world: World, { bytes, whole }: StateUpdate): Delta {
  return applyState(world, decodeDelta(bytes), { whole });
}

const nothing: Tree = { exists: () => false, parentOf: () => noEntity };
