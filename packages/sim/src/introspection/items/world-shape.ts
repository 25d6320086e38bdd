import type { Component } from "../../ecs/component.ts";
import type { Store } from "../../ecs/store.ts";
import type { World } from "../../ecs/world.ts";

/** Detects when entities come, go or move in the tree, and when some components are written. */
export class WorldShape {
  readonly #world: World;
  readonly #stores: readonly Store[];
  readonly #others: () => number;
  #seenAt = 0;
  #seenOthers = -1;
  #revision = 0;

  /** `others` returns a number that changes with anything else that matters. */
  constructor(world: World, components: readonly Component[], others = (): number => 0) {
    this.#world = world;
    this.#others = others;
    this.#stores = components.map((component) => world.store(component));
  }

  /** Increases if anything has changed since it was last read. */
  get revision(): number {
    if (this.#hasChanged()) {
      // Not the present version: a later change could have the same one, and would be missed.
      this.#seenAt = this.#world.mark();
      this.#seenOthers = this.#others();
      this.#revision++;
    }
    return this.#revision;
  }

  #hasChanged(): boolean {
    if (this.#world.lastPlaced > this.#seenAt || this.#others() !== this.#seenOthers) return true;
    for (const store of this.#stores) if (store.lastWrite > this.#seenAt) return true;
    return false;
  }
}
