import { World, type Entity } from "@orrery/sim";
import { applyUpdate, Emitter, type StateUpdate } from "@orrery/sim/host";
import { IsWorld } from "@orrery/sim/components";
import type { ShownChange, ShownWorld } from "../render/shown-world.ts";

/** A copy of a world, kept up to date by a `StateTap` of that world. */
export class CopiedWorld implements ShownWorld {
  readonly world = new World();
  readonly changes = new Emitter<ShownChange>((error) => {
    throw error;
  });

  get root(): Entity | undefined {
    return this.world.query(IsWorld).first();
  }

  take(update: StateUpdate): void {
    const delta = applyUpdate(this.world, update);
    this.changes.emit({ delta, whole: update.whole, exact: update.exact });
  }
}
