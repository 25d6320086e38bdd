import type { Entity } from "@orrery/sim";
import { MAX_WATCHED } from "@orrery/sim/host";

/** The entities of which a page wants all numbers, however many of its parts want them. */
export class WatchedEntities {
  /** Number of watchers per entity, in the order in which they began. */
  readonly #counts = new Map<Entity, number>();

  /** As many as the stream accepts, those that were watched last. */
  get latest(): Entity[] {
    return [...this.#counts.keys()].slice(-MAX_WATCHED);
  }

  /** Watches an entity until disposed of. */
  watch(entity: Entity): Disposable {
    this.#counts.set(entity, (this.#counts.get(entity) ?? 0) + 1);
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        const left = this.#counts.get(entity)! - 1;
        if (left > 0) this.#counts.set(entity, left);
        else this.#counts.delete(entity);
      },
    };
  }
}
