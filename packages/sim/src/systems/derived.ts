import type { Component } from "../ecs/component.ts";
import type { World } from "../ecs/world.ts";

/**
 * Caches a value that depends on the tree of entities and on some components, and is recomputed only after one of them
 * has changed. Safe to keep outside components: a restore is such a change.
 */
export function derived<T>(world: World, components: readonly Component[], workOut: () => T): () => T {
  let value: T;
  let workedOutAt = -1;
  return () => {
    let lastChange = world.lastPlaced;
    for (const component of components) lastChange = Math.max(lastChange, world.store(component).lastWrite);
    if (lastChange > workedOutAt) {
      workedOutAt = world.mark();
      value = workOut();
    }
    return value;
  };
}
