import type { Contact, JointId, PhysicsEngine } from "./engine.ts";

/**
 * What systems may ask of a world's engine. Shapes, bodies and joints have the ids of their entities. Queries change
 * nothing, so it does not matter who makes them and how often.
 */
export interface PhysicsQueries extends Pick<PhysicsEngine, "castRays"> {
  /** Returns all pairs of shapes that touch now. Allocates. */
  contacts(): Contact[];
  /**
   * Writes the load on a joint in the last step: N and N·m about its anchor, on the child by the parent, in world axes,
   * six numbers. Returns false, and writes nothing, where the engine does not know it, or has no such joint.
   */
  readJointWrench(joint: JointId, out: Float64Array): boolean;
}

/** Queries the engine that a world has at the time: a restored state may bring a different one. */
export function queriesOf(engine: () => PhysicsEngine): PhysicsQueries {
  return {
    castRays: (origins, directions, hits, options) => engine().castRays(origins, directions, hits, options),
    contacts: () => engine().contacts(),
    readJointWrench(joint, out) {
      const asked = engine();
      if (asked.readJointWrench === undefined || !asked.hasJoint(joint)) return false;
      asked.readJointWrench(joint, out);
      return true;
    },
  };
}
