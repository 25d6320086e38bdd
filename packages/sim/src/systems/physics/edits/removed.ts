import { IsCollision, IsJoint, IsLink } from "../../../components/identity.ts";
import type { Entity } from "../../../ecs/entities.ts";
import type { Carrier } from "./carrier.ts";

/** Removes from the engine what is no longer in the world. */
export const removed: Carrier = {
  components: [IsJoint, IsCollision, IsLink],
  carry({ world, engine, seen }) {
    const removals = world.removalsSince(seen);
    // If the log of removals is incomplete, everything is checked.
    const suspects = (ids: () => number[]): readonly number[] =>
      removals === undefined ? ids() : removals.map(({ entity }) => entity);
    for (const id of suspects(() => engine.jointIds())) {
      if (engine.hasJoint(id) && !world.has(id as Entity, IsJoint)) engine.removeJoint(id);
    }
    for (const id of suspects(() => engine.shapeIds())) {
      if (engine.hasShape(id) && !world.has(id as Entity, IsCollision)) engine.removeShape(id);
    }
    for (const id of suspects(() => engine.bodyIds())) {
      if (engine.hasBody(id) && !world.has(id as Entity, IsLink)) engine.removeBody(id);
    }
  },
};
