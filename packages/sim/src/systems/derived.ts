import type { Component } from "../ecs/component.ts";
import type { World } from "../ecs/world.ts";

/**
 * Returns a value that follows from the tree of entities and from some components, and is worked out again only after
 * one of them has changed. Safe to keep outside of components: a restore is such a change.
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
