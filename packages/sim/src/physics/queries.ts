import type { Contact, JointId, PhysicsEngine, ShapeId } from "./engine.ts";

/**
 * Queries about a world's engine for systems. Shapes, bodies and joints have the ids of their entities. Queries change
 * nothing, so it does not matter who makes them and how often.
 */
export interface PhysicsQueries extends Pick<PhysicsEngine, "castRays"> {
  /** Returns all pairs of shapes that touch now. Allocates, so not for every step of a large world. */
  contacts(): Contact[];
  /** Returns those of `contacts` with one shape, in the same order; none if there is no such shape. */
  contactsOf(shape: ShapeId): Contact[];
  /**
   * Writes the load on a joint in the last step as six numbers: N and N·m about its anchor, acting on the child by the
   * parent, in world axes. Returns false, and writes nothing, if the engine has no such joint or does not know
   * loads: only MuJoCo does, so with Rapier this always returns false.
   */
  readJointWrench(joint: JointId, out: Float64Array): boolean;
  /** Whether the engine knows the loads on joints at all. */
  readonly knowsJointLoads: boolean;
}

/** Queries the world's present engine, which differs after a state from a different engine was restored. */
export function queriesOf(engine: () => PhysicsEngine): PhysicsQueries {
  return {
    castRays: (origins, directions, hits, options) => engine().castRays(origins, directions, hits, options),
    contacts: () => engine().contacts(),
    contactsOf: (shape) => engine().contactsOf(shape),
    get knowsJointLoads() {
      return engine().readJointWrench !== undefined;
    },
    readJointWrench(joint, out) {
      const asked = engine();
      if (asked.readJointWrench === undefined || !asked.hasJoint(joint)) return false;
      asked.readJointWrench(joint, out);
      return true;
    },
  };
}
