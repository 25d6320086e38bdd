import type { Component } from "../ecs/component.ts";
import type { World } from "../ecs/world.ts";

/**
 * Caches a value that depends on the tree of entities and on some components, and recomputes it only after one of them
 * has changed. It need not be part of the state, because a restore is such a change.
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
